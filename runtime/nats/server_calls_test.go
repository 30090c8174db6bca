package natstools

import (
	"context"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// A call is run once, and not at all where it was given up before it came, or where the service takes no more.
func TestArrivals(t *testing.T) {
	var c calls
	nothing := func() {}
	require.Equal(t, arrivalFresh, c.arrive("a", "one", nothing, nil))
	require.Equal(t, arrivalEcho, c.arrive("a", "one", nothing, nil), "the very same message")
	require.Equal(t, arrivalRepeated, c.arrive("a", "two", nothing, nil), "somebody else with its id")
	c.leave("a")
	require.Equal(t, arrivalEcho, c.arrive("a", "one", nothing, nil), "when it is done, too")

	c.cancel("b")
	require.Equal(t, arrivalCanceled, c.arrive("b", "one", nothing, nil))
	require.Equal(t, arrivalEcho, c.arrive("b", "one", nothing, nil))
	c.cancel("a")
	require.Empty(t, c.early.order[1:], "one that was is not remembered as one to come")

	ctx, cancel := context.WithCancel(t.Context())
	require.Equal(t, arrivalFresh, c.arrive("c", "one", cancel, nil))
	c.cancel("c")
	require.Error(t, ctx.Err())

	c.close()
	require.Equal(t, arrivalClosed, c.arrive("d", "one", nothing, nil))
	require.Equal(t, arrivalEcho, c.arrive("c", "one", nothing, nil))
}

// A caller that is away for a moment keeps its call.
func TestAbsence(t *testing.T) {
	var c calls
	a := absence{missing: make(chan struct{}, 1)}
	c.arrive("a", "one", nil, a.missing)
	for i, row := range []struct{ missed, long bool }{
		{false, false}, {true, false}, {true, false}, {false, false}, {true, false}, {true, false}, {true, true}, {false, false},
	} {
		if row.missed {
			c.miss("a")
			c.miss("a")
			c.miss("nobody's")
		}
		require.Equal(t, row.long, a.long(), i)
	}
	c.leave("a")
	c.miss("a")
}

// What is remembered is bounded: the oldest is forgotten first.
func TestRing(t *testing.T) {
	var r ring
	for i := range 10 {
		r.put(strconv.Itoa(i), "text "+strconv.Itoa(i), 4)
		r.put(strconv.Itoa(i), "another", 4)
	}
	require.Len(t, r.texts, 4)
	require.Len(t, r.order, 4)
	for i := range 10 {
		text, known := r.get(strconv.Itoa(i))
		require.Equal(t, i >= 6, known, i)
		if known {
			require.Equal(t, "text "+strconv.Itoa(i), text)
		}
	}
}

// wait returns when all is done and nothing more has come for a moment, or when its time is over.
func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c calls
		began := time.Now()
		c.wait(time.Hour)
		require.Equal(t, settled, time.Since(began))

		c.arrive("a", "one", nil, nil)
		go func() {
			time.Sleep(time.Minute)
			c.arrive("b", "one", nil, nil) // before a is done
			c.leave("a")
			time.Sleep(time.Minute)
			c.leave("b")
		}()
		began = time.Now()
		c.wait(time.Hour)
		require.GreaterOrEqual(t, time.Since(began), 2*time.Minute)
		require.Less(t, time.Since(began), 3*time.Minute)

		c.arrive("c", "one", nil, nil)
		began = time.Now()
		c.wait(time.Second)
		require.Equal(t, time.Second, time.Since(began))
		c.leave("c")
	})
}
