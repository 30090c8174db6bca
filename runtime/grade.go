package runtime

import "strconv"

// Grade says in one word how much a tool can do, for hosts that ask less of their policy than all hints: what a call does to
// the world comes first, how far it reaches second. Grades are in order, so that a host can serve everything up to one:
//
//	if spec.Grade() <= runtime.GradeReadsOutside { … }
//
// A grade is derived from what the tool says of itself, and says no more than that: of remote tools it is as little to be
// trusted as their hints. Which callers may use a tool is Access and a policy's business.
type Grade uint8

// The grades. Zero is none; no Spec has it.
const (
	GradeReads           Grade = iota + 1 // changes nothing, and stays in the program's own domain
	GradeReadsOutside                     // changes nothing; what it is asked may leave the program
	GradeAdds                             // adds, and never overwrites or deletes, in the program's own domain
	GradeAddsOutside                      // the same, anywhere
	GradeDestroys                         // overwrites or deletes in the program's own domain
	GradeDestroysOutside                  // anything, anywhere: the grade of a tool that says nothing
)

var gradeNames = [...]string{"none", "reads", "reads-outside", "adds", "adds-outside", "destroys", "destroys-outside"}

// String returns the grade's name, such as reads-outside.
func (g Grade) String() string {
	if int(g) < len(gradeNames) {
		return gradeNames[g]
	}
	return "grade " + strconv.Itoa(int(g))
}

// Grade returns the tool's grade, by ReadOnly, Additive and ClosedWorld. What is not declared counts as the worst.
func (s *Spec) Grade() Grade {
	grade := GradeDestroys
	switch {
	case s.ReadOnly:
		grade = GradeReads
	case s.Additive:
		grade = GradeAdds
	}
	if !s.ClosedWorld {
		grade++
	}
	return grade
}
