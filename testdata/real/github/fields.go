package github

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// CustomField is a field that a repository adds to its issues.
type CustomField struct {
	ID      string
	Name    string
	Options []string // the values of a field with a fixed choice; none for free ones
}

// Confidence says how sure the caller is of a change.
type Confidence string

const (
	LowConfidence    Confidence = "LOW"    // a guess
	MediumConfidence Confidence = "MEDIUM" // likely, but somebody should look
	HighConfidence   Confidence = "HIGH"   // follows from what the issue says
)

// FieldChange sets one custom field of an issue, or clears it. Exactly one of the values or delete is given.
type FieldChange struct {
	FieldID string `json:"field_id"` // identifier of the custom field

	Text   *string  `json:"text_value"`              // value of a text field
	Number *float64 `json:"number_value"`            // value of a number field
	Date   *string  `json:"date_value"`              // value of a date field, such as 2026-03-01
	Option *string  `json:"single_select_option_id"` // option of a field with a fixed choice
	Delete bool     `json:"delete,omitempty"`        // takes the value away instead of setting one

	Intent
}

// SetIssueFields sets or clears custom fields of an issue, all of them or none, and returns the issue as it is then.
//
//tool:name=set_issue_fields destructive=false
func (c *Client) SetIssueFields(ctx context.Context,
	owner string, // account that the repository belongs to
	repo string, // name of the repository, without the owner
	//tool:name=issue_number min=1
	number int, // number of the issue
	//tool:min=1
	fields []FieldChange, // what to change, a field each
) (Issue, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, err := c.find(owner, repo)
	if err != nil {
		return Issue{}, err
	}
	issue, err := r.issue(number)
	if err != nil {
		return Issue{}, err
	}
	values := maps.Clone(issue.FieldValues)
	if values == nil {
		values = map[string]string{}
	}
	for i, change := range fields {
		if err := change.apply(r.fields, values); err != nil {
			return Issue{}, fmt.Errorf("fields[%d]: %w", i, err)
		}
	}
	issue.FieldValues = values
	return *issue, nil
}

// apply changes the values, unless the change is a mere suggestion.
func (f FieldChange) apply(known []CustomField, values map[string]string) error {
	i := slices.IndexFunc(known, func(k CustomField) bool { return k.ID == f.FieldID })
	if i < 0 {
		return fmt.Errorf("there is no field %q", f.FieldID)
	}
	value, err := f.value(known[i])
	if err != nil || f.IsSuggestion {
		return err
	}
	if f.Delete {
		delete(values, known[i].Name)
		return nil
	}
	values[known[i].Name] = value
	return nil
}

// value returns the one value that the change gives, as text; "" to delete.
func (f FieldChange) value(field CustomField) (string, error) {
	var given []string
	if f.Text != nil {
		given = append(given, *f.Text)
	}
	if f.Number != nil {
		given = append(given, strconv.FormatFloat(*f.Number, 'g', -1, 64))
	}
	if f.Date != nil {
		if _, err := time.Parse(time.DateOnly, *f.Date); err != nil {
			return "", fmt.Errorf("date_value: %q is no date such as 2026-03-01", *f.Date)
		}
		given = append(given, *f.Date)
	}
	if f.Option != nil {
		if !slices.Contains(field.Options, *f.Option) {
			return "", fmt.Errorf("single_select_option_id: %s has no option %q; it has %s", field.Name, *f.Option, strings.Join(field.Options, ", "))
		}
		given = append(given, *f.Option)
	}
	if f.Delete {
		given = append(given, "")
	}
	if len(given) != 1 {
		return "", errors.New("give exactly one value, or delete")
	}
	return given[0], nil
}
