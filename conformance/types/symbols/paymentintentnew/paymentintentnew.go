// Package paymentintentnew wraps github.com/stripe/stripe-go/v84/paymentintent New.
package paymentintentnew

import (
	"github.com/stripe/stripe-go/v84"
	"github.com/stripe/stripe-go/v84/paymentintent"
)

// New creates a payment.
//
//tool:name=take
func New(params *stripe.PaymentIntentParams) (*stripe.PaymentIntent, error) {
	return paymentintent.New(params)
}
