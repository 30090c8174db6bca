// Package policy holds the decisions of runtime/policy against two others: cedar-go, which others wrote, and a second
// evaluator that follows the nine steps of the specification in the most obvious way. It has tests only.
package policy
