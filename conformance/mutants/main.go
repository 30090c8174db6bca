// Command mutants breaks the product on purpose, one rule of the mapping at a time, and asks the repository's tests whether they
// notice. A rule that can be broken without a test failing is a rule that nobody guards.
//
// It works on a copy of the tracked files in a temporary folder and never touches the checkout. Each row of the table is one edit;
// the tests of the room that it is in run first, then those that see less of it at a higher price, and the first test that fails
// is the one that caught it. What no test catches has survived: exit code 1.
//
//	go run ./mutants                  all of them
//	go run ./mutants -only J4,T31     those of some rows
//
// Two mutants that break the same row are told apart by their place in the table.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"
)

func main() {
	only := flag.String("only", "", "row ids, separated by commas: break these rules alone")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	survivors, err := run(ctx, chosen(table, *only))
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	case survivors > 0:
		os.Exit(1)
	}
}

// chosen are the mutants of the rows that a list names; all where it names none.
func chosen(all []mutant, list string) []mutant {
	if list == "" {
		return all
	}
	rows := strings.Split(list, ",")
	return slices.DeleteFunc(slices.Clone(all), func(m mutant) bool { return !slices.Contains(rows, m.row) })
}

// run breaks one rule after the other and prints a line for each.
func run(ctx context.Context, mutants []mutant) (survivors int, err error) {
	if len(mutants) == 0 {
		return 0, fmt.Errorf("no mutant has such a row")
	}
	root, err := repository()
	if err != nil {
		return 0, err
	}
	tree, err := copyTracked(ctx, root)
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(tree.dir)

	fmt.Println("| row | what is broken | caught by | seconds |")
	fmt.Println("|---|---|---|---|")
	for _, m := range mutants {
		begin := time.Now()
		caught, err := tree.try(ctx, m)
		if err != nil {
			return survivors, fmt.Errorf("%s: %w", m.row, err)
		}
		if caught == "" {
			survivors++
			caught = "**nothing**"
		}
		fmt.Printf("| %s | %s | %s | %.0f |\n", m.row, m.breaks, caught, time.Since(begin).Seconds())
	}
	fmt.Printf("\n%d of %d were caught.\n", len(mutants)-survivors, len(mutants))
	return survivors, nil
}
