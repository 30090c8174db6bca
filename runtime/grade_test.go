package runtime_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// A hint more never raises the grade, and the grades are in the order of what can go wrong.
func TestGrade(t *testing.T) {
	grade := func(readOnly, additive, closed bool) runtime.Grade {
		s := runtime.Spec{ReadOnly: readOnly, Additive: additive, ClosedWorld: closed}
		return s.Grade()
	}
	require.Equal(t, runtime.GradeDestroysOutside, new(runtime.Spec).Grade(), "who says nothing may do anything")
	for _, row := range []struct {
		readOnly, additive, closed bool
		want                       runtime.Grade
		name                       string
	}{
		{true, true, true, runtime.GradeReads, "reads"},
		{true, false, true, runtime.GradeReads, "reads"}, // ReadOnly implies Additive
		{true, true, false, runtime.GradeReadsOutside, "reads-outside"},
		{false, true, true, runtime.GradeAdds, "adds"},
		{false, true, false, runtime.GradeAddsOutside, "adds-outside"},
		{false, false, true, runtime.GradeDestroys, "destroys"},
		{false, false, false, runtime.GradeDestroysOutside, "destroys-outside"},
	} {
		got := grade(row.readOnly, row.additive, row.closed)
		require.Equal(t, row.want, got)
		require.Equal(t, row.name, got.String())
		require.LessOrEqual(t, grade(true, row.additive, row.closed), got)
		require.LessOrEqual(t, grade(row.readOnly, true, row.closed), got)
		require.LessOrEqual(t, grade(row.readOnly, row.additive, true), got)
	}
	require.Less(t, runtime.GradeReads, runtime.GradeDestroysOutside)
	require.Equal(t, "none", runtime.Grade(0).String())
	require.Equal(t, "grade 9", runtime.Grade(9).String())
}
