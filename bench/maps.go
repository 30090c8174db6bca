package bench

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/toolgen/toolgen/bench/tools"
)

// onMaps is how tools are written for langchaingo and its like, whose interface is a function from text to text: unmarshal
// into a map, take out what is there by type assertion, answer with a map. What is missing or of another type is an error
// where the code asks for it; bounds, unknown and repeated keys are nobody's business, and integers pass through float64.
func onMaps() Contender {
	return Contender{Name: "map[string]any by hand (langchaingo)", Sorted: true, S: mapsS, M: mapsM, L: mapsL}
}

var errArgument = errors.New("an argument is missing or of the wrong type")

// take returns what m has under the key, with false added to ok where that is no T.
func take[T any](m map[string]any, key string, ok *bool) T {
	v, is := m[key].(T)
	*ok = *ok && is
	return v
}

func mapsS(ctx context.Context, args []byte) ([]byte, error) {
	var in map[string]any
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	ok := true
	city, unit := take[string](in, "city", &ok), take[string](in, "unit", &ok)
	if !ok {
		return nil, errArgument
	}
	out, err := tools.Now(ctx, city, tools.Unit(unit))
	return marshal(map[string]any{"city": out.City, "temp": out.Temp, "unit": string(out.Unit)}, err)
}

func mapsM(ctx context.Context, args []byte) ([]byte, error) {
	var in map[string]any
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	ok := true
	query, unit := take[string](in, "query", &ok), take[string](in, "unit", &ok)
	place := take[map[string]any](in, "box", &ok)
	box := tools.Box{Near: take[string](place, "near", &ok), Radius: take[float64](place, "radius", &ok), Low: int(take[float64](place, "low", &ok))}
	if high, given := place["high"].(float64); given {
		box.High = new(int(high))
	}
	var kinds []string
	for _, kind := range take[[]any](in, "kinds", &ok) {
		text, is := kind.(string)
		kinds, ok = append(kinds, text), ok && is
	}
	labels := map[string]string{}
	for key := range take[map[string]any](in, "labels", &ok) {
		labels[key] = take[string](in["labels"].(map[string]any), key, &ok)
	}
	var since *time.Time
	if text, given := in["since"].(string); given {
		t, err := time.Parse(time.RFC3339, text)
		since, ok = &t, ok && err == nil
	}
	limit := 10
	if n, given := in["limit"].(float64); given {
		limit = int(n)
	}
	alive, _ := in["alive"].(bool)
	if !ok {
		return nil, errArgument
	}
	found, err := tools.Stations(ctx, query, box, kinds, labels, tools.Unit(unit), since, limit, alive)
	out := make([]map[string]any, len(found))
	for i, s := range found {
		out[i] = map[string]any{"id": s.ID, "name": s.Name, "kind": s.Kind, "dist": s.Dist, "unit": string(s.Unit), "alive": s.Alive}
	}
	return marshal(out, err)
}

func mapsL(ctx context.Context, args []byte) ([]byte, error) {
	var in map[string]any
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	ok := true
	records := take[[]any](in, "readings", &ok)
	readings := make([]tools.Reading, len(records))
	for i, record := range records {
		m, is := record.(map[string]any)
		ok = ok && is
		readings[i] = tools.Reading{
			ID:      int64(take[float64](m, "id", &ok)),
			Station: take[string](m, "station", &ok),
			Place:   take[string](m, "place", &ok),
			Source:  take[string](m, "source", &ok),
			Temp:    take[float64](m, "temp", &ok),
			Wind:    int(take[float64](m, "wind", &ok)),
			Unit:    tools.Unit(take[string](m, "unit", &ok)),
			Final:   take[bool](m, "final", &ok),
		}
	}
	if !ok {
		return nil, errArgument
	}
	return marshal(tools.Store(ctx, readings))
}
