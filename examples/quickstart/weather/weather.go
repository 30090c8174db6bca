// Package weather has two tools: a plain function, and a method that keeps state.
package weather

import (
	"context"
	"errors"
	"hash/fnv"
	"math"
	"sync"
	"time"
)

//go:generate go tool toolgen

// Unit is a temperature scale.
type Unit string

// The scales that Forecast knows.
const (
	Celsius    Unit = "celsius"
	Fahrenheit Unit = "fahrenheit"
)

// Day is the weather of one day.
type Day struct {
	High float64 `json:"high"` // highest temperature
	Low  float64 `json:"low"`  // lowest temperature
	Rain bool    `json:"rain"` // whether it rains
}

// Forecast returns the weather forecast for a city, day by day.
//
//tool:name=get_forecast access=public readonly idempotent
//tool:example {"city":"Paris","days":2}
//tool:limitation the numbers are made up
func Forecast(ctx context.Context,
	//tool:min=1 max=80
	city string, // name of the city, such as "Paris"
	//tool:default=3 min=1 max=14
	days int, // days ahead
	//tool:default=celsius
	unit Unit, // temperature scale
) ([]Day, error) {
	if city == "Atlantis" {
		return nil, errors.New("no such city: Atlantis")
	}
	h := fnv.New32a()
	h.Write([]byte(city))
	seed := float64(h.Sum32() % 15)
	out := make([]Day, 0, days)
	for i := range days {
		high := 10 + seed + 3*math.Sin(float64(i))
		d := Day{High: round(high), Low: round(high - 7), Rain: i%3 == 1}
		if unit == Fahrenheit {
			d.High, d.Low = round(d.High*9/5+32), round(d.Low*9/5+32)
		}
		out = append(out, d)
	}
	return out, nil
}

func round(x float64) float64 { return math.Round(x*10) / 10 }

// Alarms remembers what to warn of. The zero value is ready to use.
type Alarms struct {
	mu  sync.Mutex
	set []Alarm
}

// Alarm asks to be told before bad weather.
type Alarm struct {
	City  string        `json:"city"`
	Ahead time.Duration `json:"ahead"`
	Kinds []string      `json:"kinds"`
}

// Watch adds an alarm and returns all of them.
//
// Parameters:
//   - city: name of the city
//   - ahead: how long before the weather comes
//   - kinds: what to warn of
//
//tool:name=watch_weather access=trusted destructive=false
//tool:param city min=1
//tool:param ahead default=1h min=5m max=48h
//tool:param kinds min=1 unique default=rain
func (a *Alarms) Watch(city string, ahead time.Duration, kinds []string) []Alarm {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.set = append(a.set, Alarm{City: city, Ahead: ahead, Kinds: kinds})
	return a.set
}
