// Package messages has tools of the usual kinds, and the mistakes that models make when they call them.
//
// docs/messages.md shows each mistake with the answer to it; its test writes the page and checks what a machine can check of it.
package messages

import (
	"encoding/json"
	"net/netip"
	"net/url"
	"regexp"
	"time"
)

//go:generate go tool toolgen

// Greet says hello.
//
//tool:name=greet
func Greet(
	//tool:min=1 max=20
	name string, // who is greeted
	//tool:optional pattern=`^[a-z]{2}$`
	language string, // of the greeting, in two letters
	//tool:optional
	times *int, // how often
) string {
	return "hello " + name
}

// SetLevel sets a level.
//
//tool:name=set_level
func SetLevel(
	//tool:min=0 max=100
	level int, // in percent
	//tool:optional gt=0 multipleOf=0.5
	step float64, // of one click
	//tool:optional
	id int64, // of the device
	//tool:optional
	port uint16, // of the device
) {
}

// SwitchLamp switches a lamp.
//
//tool:name=switch_lamp
func SwitchLamp(
	on bool, // whether it is lit
) {
}

// Color is a color of paint.
type Color string

// The colors.
const (
	Red      Color = "red"
	Green    Color = "green"
	DarkBlue Color = "dark_blue"
)

// Paint paints a wall.
//
//tool:name=paint
func Paint(
	color Color, // of the wall
	//tool:optional enum=1,2,3
	coats int, // how many layers
) {
}

// Schedule schedules a meeting.
//
//tool:name=schedule
func Schedule(
	at time.Time, // when it begins
	//tool:optional format=date
	day time.Time, // when it is announced
	//tool:optional min=1m max=8h
	length time.Duration, // how long it takes
	//tool:optional duration=seconds
	pause time.Duration, // between two talks
) {
}

// Contact is how somebody is reached.
//
//tool:name=contact
func Contact(
	//tool:format=email
	email string, // address of the person
	//tool:optional
	site *url.URL, // of the person
	//tool:optional
	host netip.Addr, // of the person's machine
	//tool:optional format=uuid
	id string, // of the person
	//tool:optional
	skip *regexp.Regexp, // what is left out
) {
}

// Tag sets labels.
//
//tool:name=tag
func Tag(
	//tool:min=1 max=3 unique items.min=2
	tags []string, // the labels
	//tool:optional
	ids []int, // what is labelled
	//tool:optional
	at [2]float64, // where: two numbers
) {
}

// Item is a line of an order.
type Item struct {
	SKU      string  `json:"sku"`                         // number of the article
	Quantity int     `json:"quantity" tool:"min=1"`       // how many
	Price    float64 `json:"price,omitempty" tool:"gt=0"` // of one
}

// Address is where an order goes.
type Address struct {
	City string `json:"city"` // name of the city
	Zip  string `json:"zip"`  // postal code
}

// Order orders goods.
//
//tool:name=order
//tool:param to nest
func Order(
	items []Item, // what is ordered
	to Address, // where it goes
	//tool:optional
	labels map[string]int, // by name
	//tool:optional
	seats map[int]string, // by number
) {
}

// Area is sealed: what is drawn.
type Area interface{ isArea() }

// Circle is round.
type Circle struct {
	Radius float64 `json:"radius" tool:"gt=0"` // in metres
}

// Box has corners.
type Box struct {
	Width  float64 `json:"width"`  // in metres
	Height float64 `json:"height"` // in metres
}

func (Circle) isArea() {}
func (Box) isArea()    {}

// Draw draws an area.
//
//tool:name=draw
func Draw(
	area Area, // what to draw
) {
}

// Upload stores data.
//
//tool:name=upload
func Upload(
	data []byte, // what is stored
	//tool:optional encoding=hex
	sum [4]byte, // of the data
) {
}

// Search finds documents.
//
//tool:name=search
//tool:param filter schema={"type":"object","properties":{"author":{"type":"string","minLength":1},"year":{"type":"integer","minimum":1900}},"required":["author"],"additionalProperties":false}
//tool:param order optional schema={"anyOf":[{"enum":["newest","oldest"]},{"type":"object","properties":{"by":{"enum":["title","author"]}},"required":["by"]}]}
func Search(
	filter json.RawMessage, // which documents
	order any, // of the answer
	//tool:default=10 min=1 max=50
	limit int, // how many
) {
}

// FindUser finds one user.
//
//tool:name=find_user exactlyOneOf=id;email;name atMostOneOf=since;last_days
func FindUser(
	id *int, // the number
	email *string, // the address
	name *string, // the login
	since *string, // from which day on
	//tool:name=last_days
	lastDays *int, // how many days back
	limit *int, // how many of the changes
) {
}

// Ping does nothing.
//
//tool:name=ping
func Ping() {}

// Tune is lenient.
//
//tool:name=tune coerce=json,number,bool,enum,single,empty,wrapper
func Tune(
	numbers []int, // some of them
	//tool:optional
	color Color, // of the lamp
	//tool:optional
	loud bool, // or quiet
) {
}
