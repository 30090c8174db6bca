package messages

// A Case is one mistake.
type Case struct {
	Title string
	Tool  string
	Args  string // as the model sends them
	Fixed string // what a model sends that has read the answer; the tool takes it
}

// A Group is some cases that belong together.
type Group struct {
	Title string
	Rows  string // of the project's specification
	Cases []Case
}

// Groups are the mistakes that models are most likely to make, from the rows about types (T), null (N), parsing (J) and leniency (L).
var Groups = []Group{
	{"The arguments as a whole", "J1 to J4, J9, L4, L12, L13", []Case{
		{"nothing, where something is required", "greet", ``, `{"name":"Ada"}`},
		{"the object in a string", "greet", `"{\"name\":\"Ada\"}"`, `{"name":"Ada"}`},
		{"a list", "greet", `[{"name":"Ada"}]`, `{"name":"Ada"}`},
		{"a bare value", "greet", `"Ada"`, `{"name":"Ada"}`},
		{"no JSON", "greet", `name=Ada`, `{"name":"Ada"}`},
		{"a Markdown fence", "greet", "```json\n{\"name\":\"Ada\"}\n```", `{"name":"Ada"}`},
		{"a byte order mark", "greet", "\ufeff" + `{"name":"Ada"}`, `{"name":"Ada"}`},
		{"a comma too many", "greet", `{"name":"Ada",}`, `{"name":"Ada"}`},
		{"single quotes", "greet", `{'name':'Ada'}`, `{"name":"Ada"}`},
		{"a key without quotes", "greet", `{name:"Ada"}`, `{"name":"Ada"}`},
		{"a comment", "greet", `{"name":"Ada" // who`, `{"name":"Ada"}`},
		{"cut off", "greet", `{"name":"Ad`, `{"name":"Ada"}`},
		{"text behind it", "greet", `{"name":"Ada"} Done!`, `{"name":"Ada"}`},
		{"True of Python", "switch_lamp", `{"on":True}`, `{"on":true}`},
		{"NaN", "set_level", `{"level":NaN}`, `{"level":0}`},
		{"a plus sign", "set_level", `{"level":+5}`, `{"level":5}`},
		{"a leading zero", "set_level", `{"level":05}`, `{"level":5}`},
		{"wrapped in another object", "greet", `{"arguments":{"name":"Ada"}}`, `{"name":"Ada"}`},
		{"the same key twice", "greet", `{"name":"Ada","name":"Bob"}`, `{"name":"Ada"}`},
	}},
	{"Keys", "J5, J6, J13, N1", []Case{
		{"one is missing", "greet", `{}`, `{"name":"Ada"}`},
		{"several are missing", "order", `{"labels":{}}`, `{"items":[],"to":{"city":"Paris","zip":"75001"},"labels":{}}`},
		{"misspelled", "greet", `{"nmae":"Ada"}`, `{"name":"Ada"}`},
		{"in another case", "greet", `{"Name":"Ada"}`, `{"name":"Ada"}`},
		{"one that does not exist", "greet", `{"name":"Ada","volume":11}`, `{"name":"Ada"}`},
		{"of a tool without any", "ping", `{"reason":"test"}`, `{}`},
		{"in an item of a list", "order", `{"items":[{"SKU":"A1","quantity":1}],"to":{"city":"Paris","zip":"75001"}}`, `{"items":[{"sku":"A1","quantity":1}],"to":{"city":"Paris","zip":"75001"}}`},
	}},
	{"null and nothing", "N1, N2, N9, T30, T32, L10", []Case{
		{"null for a required text", "greet", `{"name":null}`, `{"name":"Ada"}`},
		{"null for a list", "order", `{"items":null,"to":{"city":"Paris","zip":"75001"}}`, `{"items":[],"to":{"city":"Paris","zip":"75001"}}`},
		{"null for a list that must have an item", "tag", `{"tags":null}`, `{"tags":["new"]}`},
		{"null in a list", "tag", `{"tags":["new",null]}`, `{"tags":["new"]}`},
		{"an empty text for an optional number", "greet", `{"name":"Ada","times":""}`, `{"name":"Ada"}`},
		{"the word null", "set_level", `{"level":"null"}`, `{"level":0}`},
	}},
	{"Texts", "T2, J7, J8, section 5", []Case{
		{"a number for a text", "greet", `{"name":5}`, `{"name":"5"}`},
		{"a list for a text", "greet", `{"name":["Ada"]}`, `{"name":"Ada"}`},
		{"an object for a text", "greet", `{"name":{"first":"Ada"}}`, `{"name":"Ada"}`},
		{"an empty text", "greet", `{"name":""}`, `{"name":"Ada"}`},
		{"a long text", "greet", `{"name":"Adalberta Wolkenstein"}`, `{"name":"Ada"}`},
		{"another form", "greet", `{"name":"Ada","language":"English"}`, `{"name":"Ada","language":"en"}`},
		{"a line break that is not escaped", "greet", "{\"name\":\"Ada\nLovelace\"}", `{"name":"Ada\nLovelace"}`},
		{"a path of Windows", "greet", `{"name":"C:\Users"}`, `{"name":"C:\\Users"}`},
		{"half a character", "greet", `{"name":"\ud83d"}`, `{"name":"\ud83d\ude00"}`},
	}},
	{"Numbers", "T3 to T8, L3, L5, section 5", []Case{
		{"a number in quotes", "set_level", `{"level":"5"}`, `{"level":5}`},
		{"a number in words", "set_level", `{"level":"five"}`, `{"level":5}`},
		{"with a unit", "set_level", `{"level":"5%"}`, `{"level":5}`},
		{"a fraction for a whole number", "set_level", `{"level":5.5}`, `{"level":5}`},
		{"too small", "set_level", `{"level":-1}`, `{"level":0}`},
		{"too large", "set_level", `{"level":500}`, `{"level":100}`},
		{"not above a bound", "set_level", `{"level":5,"step":0}`, `{"level":5,"step":0.5}`},
		{"no multiple", "set_level", `{"level":5,"step":0.7}`, `{"level":5,"step":0.5}`},
		{"more than 64 bits", "set_level", `{"level":5,"id":12345678901234567890}`, `{"level":5,"id":1234567890123456789}`},
		{"more than 16 bits", "set_level", `{"level":5,"port":70000}`, `{"level":5,"port":7000}`},
		{"more than any number", "set_level", `{"level":5,"step":1e400}`, `{"level":5,"step":1e4}`},
		{"true for a number", "set_level", `{"level":true}`, `{"level":1}`},
	}},
	{"true and false", "T1, L6", []Case{
		{"in quotes", "switch_lamp", `{"on":"true"}`, `{"on":true}`},
		{"as a number", "switch_lamp", `{"on":1}`, `{"on":true}`},
		{"as a word", "switch_lamp", `{"on":"yes"}`, `{"on":true}`},
	}},
	{"Choices", "T70, L8, section 5", []Case{
		{"misspelled", "paint", `{"color":"gren"}`, `{"color":"green"}`},
		{"in another case", "paint", `{"color":"RED"}`, `{"color":"red"}`},
		{"another spelling", "paint", `{"color":"dark blue"}`, `{"color":"dark_blue"}`},
		{"none of them", "paint", `{"color":"purple"}`, `{"color":"red"}`},
		{"its number", "paint", `{"color":0}`, `{"color":"red"}`},
		{"a number that is none of them", "paint", `{"color":"red","coats":4}`, `{"color":"red","coats":3}`},
	}},
	{"Lists", "T30 to T32, L4, L9, section 5", []Case{
		{"one value for a list", "tag", `{"tags":"new"}`, `{"tags":["new"]}`},
		{"a list in a string", "tag", `{"tags":"[\"new\"]"}`, `{"tags":["new"]}`},
		{"a text with commas", "tag", `{"tags":"new,old"}`, `{"tags":["new","old"]}`},
		{"an object for a list", "tag", `{"tags":{"0":"new"}}`, `{"tags":["new"]}`},
		{"an empty list", "tag", `{"tags":[]}`, `{"tags":["new"]}`},
		{"too many items", "tag", `{"tags":["aa","bb","cc","dd"]}`, `{"tags":["aa","bb","cc"]}`},
		{"an item twice", "tag", `{"tags":["new","new"]}`, `{"tags":["new"]}`},
		{"wrong items", "tag", `{"tags":["a","ok"],"ids":[1,"2",3.5]}`, `{"tags":["aa","ok"],"ids":[1,2,3]}`},
		{"a pair of three", "tag", `{"tags":["new"],"at":[1,2,3]}`, `{"tags":["new"],"at":[1,2]}`},
	}},
	{"Objects and maps", "T33, T34, section 3.6", []Case{
		{"an object in a string", "order", `{"items":[],"to":"{\"city\":\"Paris\",\"zip\":\"75001\"}"}`, `{"items":[],"to":{"city":"Paris","zip":"75001"}}`},
		{"a text for an object", "order", `{"items":[],"to":"Paris"}`, `{"items":[],"to":{"city":"Paris","zip":"75001"}}`},
		{"a list for an object", "order", `{"items":[],"to":["Paris","75001"]}`, `{"items":[],"to":{"city":"Paris","zip":"75001"}}`},
		{"deep inside", "order", `{"items":[{"sku":"A1","quantity":1},{"sku":7,"quantity":0,"price":"1.50"}],"to":{"city":"Paris","zip":75001}}`, `{"items":[{"sku":"A1","quantity":1},{"sku":"7","quantity":1,"price":1.50}],"to":{"city":"Paris","zip":"75001"}}`},
		{"a value of a map", "order", `{"items":[],"to":{"city":"Paris","zip":"75001"},"labels":{"heavy":"yes"}}`, `{"items":[],"to":{"city":"Paris","zip":"75001"},"labels":{"heavy":1}}`},
		{"a key that is no number", "order", `{"items":[],"to":{"city":"Paris","zip":"75001"},"seats":{"front":"Ada"}}`, `{"items":[],"to":{"city":"Paris","zip":"75001"},"seats":{"1":"Ada"}}`},
	}},
	{"One of several kinds", "R10 to R13", []Case{
		{"no kind", "draw", `{"area":{"radius":1}}`, `{"area":{"type":"circle","radius":1}}`},
		{"an unknown kind", "draw", `{"area":{"type":"square","width":1}}`, `{"area":{"type":"box","width":1,"height":1}}`},
		{"a kind in another case", "draw", `{"area":{"type":"Circle","radius":1}}`, `{"area":{"type":"circle","radius":1}}`},
		{"the keys of another kind", "draw", `{"area":{"type":"box","radius":1}}`, `{"area":{"type":"box","width":1,"height":1}}`},
		{"its name alone", "draw", `{"area":"circle"}`, `{"area":{"type":"circle","radius":1}}`},
	}},
	{"Times, addresses, bytes", "T20, T21, T40 to T55, section 5", []Case{
		{"a date for a time", "schedule", `{"at":"2026-01-02"}`, `{"at":"2026-01-02T15:00:00Z"}`},
		{"a time without a zone", "schedule", `{"at":"2026-01-02T15:04:05"}`, `{"at":"2026-01-02T15:04:05Z"}`},
		{"a blank for the T", "schedule", `{"at":"2026-01-02 15:04:05Z"}`, `{"at":"2026-01-02T15:04:05Z"}`},
		{"a time in words", "schedule", `{"at":"tomorrow at noon"}`, `{"at":"2026-01-02T12:00:00Z"}`},
		{"a timestamp", "schedule", `{"at":1767366245}`, `{"at":"2026-01-02T15:04:05Z"}`},
		{"a month that does not exist", "schedule", `{"at":"2026-01-02T15:04:05Z","day":"2026-13-01"}`, `{"at":"2026-01-02T15:04:05Z","day":"2026-12-01"}`},
		{"a time for a date", "schedule", `{"at":"2026-01-02T15:04:05Z","day":"2026-01-02T15:04:05Z"}`, `{"at":"2026-01-02T15:04:05Z","day":"2026-01-02"}`},
		{"a duration as a number", "schedule", `{"at":"2026-01-02T15:04:05Z","length":30}`, `{"at":"2026-01-02T15:04:05Z","length":"30m"}`},
		{"a duration of ISO 8601", "schedule", `{"at":"2026-01-02T15:04:05Z","length":"PT1H"}`, `{"at":"2026-01-02T15:04:05Z","length":"1h"}`},
		{"a duration in words", "schedule", `{"at":"2026-01-02T15:04:05Z","length":"2 hours"}`, `{"at":"2026-01-02T15:04:05Z","length":"2h"}`},
		{"a duration that is too long", "schedule", `{"at":"2026-01-02T15:04:05Z","length":"9h"}`, `{"at":"2026-01-02T15:04:05Z","length":"8h"}`},
		{"seconds with a unit", "schedule", `{"at":"2026-01-02T15:04:05Z","pause":"30s"}`, `{"at":"2026-01-02T15:04:05Z","pause":30}`},
		{"no email address", "contact", `{"email":"Ada"}`, `{"email":"ada@example.com"}`},
		{"a URL without a scheme", "contact", `{"email":"ada@example.com","site":"example.com"}`, `{"email":"ada@example.com","site":"https://example.com"}`},
		{"no IP address", "contact", `{"email":"ada@example.com","host":"localhost"}`, `{"email":"ada@example.com","host":"127.0.0.1"}`},
		{"no UUID", "contact", `{"email":"ada@example.com","id":"42"}`, `{"email":"ada@example.com","id":"123e4567-e89b-12d3-a456-426614174000"}`},
		{"a broken expression", "contact", `{"email":"ada@example.com","skip":"a(b"}`, `{"email":"ada@example.com","skip":"a\\(b"}`},
		{"bytes as text", "upload", `{"data":"hello, world"}`, `{"data":"aGVsbG8sIHdvcmxk"}`},
		{"bytes as numbers", "upload", `{"data":[104,105]}`, `{"data":"aGk="}`},
		{"too few bytes", "upload", `{"data":"aGk=","sum":"0102"}`, `{"data":"aGk=","sum":"01020304"}`},
	}},
	{"Rules across properties", "R18", []Case{
		{"none of them", "find_user", `{"limit":3}`, `{"id":7,"limit":3}`},
		{"two of them", "find_user", `{"id":7,"email":"ada@example.com"}`, `{"id":7}`},
		{"null for one, and others wrong", "find_user", `{"id":null,"since":"2026-01-02","last_days":"3"}`, `{"id":7,"last_days":3}`},
	}},
	{"Values with a declared schema", "T22, T23, T51", []Case{
		{"a string with JSON", "search", `{"filter":"{\"author\":\"Ada\"}"}`, `{"filter":{"author":"Ada"}}`},
		{"several at once", "search", `{"filter":{"autor":"","year":1815}}`, `{"filter":{"author":"Ada","year":1915}}`},
		{"none of the forms", "search", `{"filter":{"author":"Ada"},"order":7}`, `{"filter":{"author":"Ada"},"order":"newest"}`},
		{"nearly one of the forms", "search", `{"filter":{"author":"Ada"},"order":{"by":"date"}}`, `{"filter":{"author":"Ada"},"order":{"by":"title"}}`},
	}},
	{"Where a tool is lenient", "L4 to L12", []Case{
		{"what cannot be put right", "tune", `{"numbers":"one, two","color":"purple","loud":"yes"}`, `{"numbers":[1,2],"color":"red","loud":true}`},
		{"what can", "tune", `{"arguments":{"numbers":"[1,\"x\"]","color":"Dark Blue","loud":""}}`, `{"arguments":{"numbers":"[1,\"2\"]","color":"Dark Blue","loud":""}}`},
	}},
	{"Everything at once", "Q5", []Case{
		{"many mistakes, one answer", "order", `{"items":[{"sku":1,"quantity":"2"},{"sku":"B","qty":1}],"to":{"city":null,"Zip":"75001"},"seats":{"01":"Ada"},"gift":true}`, `{"items":[{"sku":"1","quantity":2},{"sku":"B","quantity":1}],"to":{"city":"Paris","zip":"75001"},"seats":{"1":"Ada"}}`},
		{"more than ten", "tag", `{"tags":["ok"],"ids":["a","b","c","d","e","f","g","h","i","j","k","l"]}`, `{"tags":["ok"],"ids":[1]}`},
	}},
}
