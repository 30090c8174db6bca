// Package tools holds the functions that the benchmarks call: one for each of the workloads S, M and L. zz_tools.go is
// what the generator makes of them; every other contender decodes, checks and encodes for the same functions in its own
// way.
//
// The functions do next to nothing, so that what is measured is the way to them and back.
package tools

import (
	"context"
	"errors"
	"time"
)

//go:generate go tool toolgen

// Unit is a system of units.
type Unit string

// The systems of units.
const (
	Metric   Unit = "metric"   // degrees Celsius, metres
	Imperial Unit = "imperial" // degrees Fahrenheit, feet
)

// Weather is the weather of a moment.
type Weather struct {
	City string  `json:"city"`
	Temp float64 `json:"temp"` // in degrees of the unit
	Unit Unit    `json:"unit"`
}

// Now returns the weather in a city at this moment. It is workload S.
//
//tool:name=get_weather access=public readonly
func Now(ctx context.Context,
	//tool:min=1 max=100
	city string, // name of the city, such as "Paris, France"
	unit Unit, // of the answer
) (Weather, error) {
	return Weather{City: city, Temp: 21.5, Unit: unit}, nil
}

// Box limits a search to a region.
type Box struct {
	Near   string  `json:"near"`                          // a place in the middle of the region
	Radius float64 `json:"radius" tool:"gt=0 max=20000"`  // in kilometres
	Low    int     `json:"low" tool:"min=-500 max=9000"`  // metres above the sea
	High   *int    `json:"high" tool:"min=-500 max=9000"` // metres above the sea; absent for no limit
}

// Station is a place where the weather is measured.
type Station struct {
	ID    int64   `json:"id"`
	Name  string  `json:"name"`
	Kind  string  `json:"kind"`
	Dist  float64 `json:"dist"` // kilometres from the middle of the region
	Unit  Unit    `json:"unit"`
	Alive bool    `json:"alive"`
}

var errNoKind = errors.New("no kind of station is wanted")

// Stations finds weather stations, the nearest first. It is workload M.
//
//tool:name=find_stations access=public readonly
func Stations(ctx context.Context,
	//tool:min=1 max=200
	query string, // words in the name
	//tool:nest
	box Box, // where to look
	//tool:min=1 max=10
	kinds []string, // kinds of stations that are wanted
	//tool:max=16
	labels map[string]string, // what a station must be labelled with
	unit Unit, // of the answer
	since *time.Time, // only stations that have reported since then
	//tool:default=10 min=1 max=100
	limit int, // how many at most
	//tool:optional
	alive bool, // only stations that report at this moment
) ([]Station, error) {
	if len(kinds) == 0 {
		return nil, errNoKind
	}
	found := make([]Station, min(limit, 10))
	for i := range found {
		found[i] = Station{
			ID:    100_017 + 7*int64(i),
			Name:  query,
			Kind:  kinds[i%len(kinds)],
			Dist:  box.Radius/8 + float64(i)/4,
			Unit:  unit,
			Alive: alive,
		}
	}
	return found, nil
}

// Reading is what a station has measured.
type Reading struct {
	ID      int64   `json:"id" tool:"min=1"`              // of the reading
	Station string  `json:"station" tool:"min=1 max=80"`  // its name
	Place   string  `json:"place" tool:"max=80"`          // where it stands
	Source  string  `json:"source"`                       // who sent it
	Temp    float64 `json:"temp" tool:"min=-100 max=100"` // in degrees of the unit
	Wind    int     `json:"wind" tool:"min=0 max=400"`    // in kilometres an hour
	Unit    Unit    `json:"unit"`                         // of the temperature
	Final   bool    `json:"final"`                        // nobody will correct it any more
}

// Store stores readings and returns the number that each of them got. It is workload L.
//
//tool:name=store_readings access=public destructive=false
func Store(ctx context.Context,
	//tool:min=1 max=1000
	readings []Reading, // in any order
) ([]int64, error) {
	numbers := make([]int64, len(readings))
	for i := range readings {
		numbers[i] = readings[i].ID + int64(readings[i].Wind)
	}
	return numbers, nil
}
