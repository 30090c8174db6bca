package law

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A key that is a fault is placed at its object, whatever else is wrong; the judge itself names another place now and then.
func TestKeysArePlaced(t *testing.T) {
	j, err := newJudge(`{"type":"object","properties":{
		"m":{"type":"object","propertyNames":{"pattern":"^[0-9]+$"}},
		"n":{"type":"array","items":{"type":"object","propertyNames":{"enum":["a"]}}},
		"q":{"type":"string"}}}`)
	require.NoError(t, err)
	v, err := read([]byte(`{"m":{"c":0,"1":0,"d":0},"n":[{"a":1},{"c":1}],"q":0,"o":{"c":2}}`))
	require.NoError(t, err)
	for range 50 { // it goes by the order of a Go map
		var ways [][]string
		for _, f := range j.faults(v) {
			if f.keyword == keyFault {
				ways = append(ways, f.at)
			}
		}
		require.ElementsMatch(t, [][]string{{"m"}, {"m"}, {"n", "1"}}, ways)
	}
}
