// Package scenarios holds the packages under testdata, which are written for other tests, to the containment law.
package scenarios
