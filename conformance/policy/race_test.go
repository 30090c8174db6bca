//go:build race

package policy

// underRace leaves out the larger half of the policies: nothing here runs at the same time, and the race detector makes it slow.
const underRace = true
