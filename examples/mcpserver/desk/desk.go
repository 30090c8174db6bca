// Package desk has three tools of a travel desk: two for everybody, and one for those who run it.
package desk

import (
	"fmt"
	"sync"
)

//go:generate go tool toolgen

// Unit is a temperature scale.
type Unit string

// The scales that Weather knows.
const (
	Celsius    Unit = "celsius"
	Fahrenheit Unit = "fahrenheit"
)

// Day is the weather of one day.
type Day struct {
	City string  `json:"city"` // where
	High float64 `json:"high"` // highest temperature
	Rain bool    `json:"rain"` // whether it rains
}

// Sum is what a journey costs.
type Sum struct {
	Total  int    `json:"total"`  // in cents
	Advice string `json:"advice"` // what to pay with
}

// Desk keeps the bookings.
type Desk struct {
	mu       sync.Mutex
	bookings map[string]int
}

// Weather returns the weather of a city, for today and tomorrow.
//
//tool:name=weather access=public readonly idempotent
//tool:example {"city":"Oslo"}
func (d *Desk) Weather(
	//tool:min=1 max=80
	city string, // name of the city
	//tool:default=celsius
	unit Unit, // temperature scale
) ([]Day, error) {
	high, known := map[string]float64{"Oslo": 4, "Lisbon": 19}[city]
	if !known {
		return nil, fmt.Errorf("no such city: %s; Oslo and Lisbon are known", city)
	}
	if unit == Fahrenheit {
		high = high*9/5 + 32
	}
	return []Day{{city, high, city == "Oslo"}, {city, high + 1, false}}, nil
}

// Book books a journey and says what it costs.
//
//tool:name=book access=public destructive=false openworld=false
//tool:example {"city":"Oslo","travellers":2}
func (d *Desk) Book(
	//tool:min=1 max=80
	city string, // where the journey goes
	//tool:min=1 max=9
	travellers int, // how many go
) Sum {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bookings == nil {
		d.bookings = map[string]int{}
	}
	d.bookings[city] += travellers
	return Sum{Total: 12900 * travellers, Advice: "by card"}
}

// Cancel cancels all bookings of a city and returns how many travellers stay at home.
//
//tool:name=cancel_all access=admin idempotent openworld=false
func (d *Desk) Cancel(
	city string, // where the journeys would have gone
) (travellers int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	travellers = d.bookings[city]
	delete(d.bookings, city)
	return travellers
}
