// Package paymentintentparams takes github.com/stripe/stripe-go/v84 PaymentIntentParams as a parameter.
package paymentintentparams

import (
	"encoding/json"

	"github.com/stripe/stripe-go/v84"
)

// Value is sent as encoding/json writes it.
var Value = stripe.PaymentIntentParams{Amount: stripe.Int64(5)}

// Ours is what the mapping asks for instead: [] and {} for what encoding/json leaves null (N9), nothing for nil pointers (N2).
const (
	Row  = "N9"
	Ours = `{"Amount":5,"ExcludedPaymentMethodTypes":[],"Expand":[],"Metadata":{},"PaymentMethodTypes":[]}`
)

// Becomes is what encoding/json makes of it.
var Becomes = func() (v stripe.PaymentIntentParams) {
	if err := json.Unmarshal([]byte(Ours), &v); err != nil {
		panic(err)
	}
	return v
}()

// Got is what the tool was last called with.
var Got stripe.PaymentIntentParams

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v stripe.PaymentIntentParams) { Got = v }
