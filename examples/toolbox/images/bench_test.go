package images

import (
	"bytes"
	"context"
	"image"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"testing"
	"time"

	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
)

// peak is the most memory that the heap had in use while do ran, in bytes beyond what it had before, looked at each millisecond.
func peak(do func()) uint64 {
	debug.FreeOSMemory()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	before := sample[0].Value.Uint64()
	most := before
	over := make(chan struct{})
	var watched sync.WaitGroup
	watched.Go(func() {
		for {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-over:
				return
			case <-time.After(time.Millisecond):
			}
		}
	})
	do()
	close(over)
	watched.Wait()
	return most - before
}

// Pictures of as many pixels as the limit lets through: how long they take, of 30 s, and how much memory.
func BenchmarkLargest(b *testing.B) {
	gradient := smooth(4000, 4000)
	rgba64 := image.NewNRGBA64(image.Rect(0, 0, 4000, 4000))
	for i := range rgba64.Pix {
		rgba64.Pix[i] = uint8(i * i >> 9)
	}
	photo := asJPEG(b, smooth(8, 8))
	tables := photo[2:bytes.Index(photo, []byte{0xff, 0xc0})]
	half := noise(4000, 4000, false)
	for _, c := range []struct {
		name string
		data []byte
		work Work
	}{
		{"jpeg to a tenth", asJPEG(b, gradient), Work{Resize: &Resize{Width: new(400), Mode: Fit}}},
		{"jpeg turned and written again", asJPEG(b, gradient), Work{Rotate: new(90), Flip: new(Horizontal), Grayscale: true}},
		{"png to nearly its size", asPNG(b, gradient), Work{Resize: &Resize{Width: new(3999), Mode: Fit}}},
		{"png of 16 bits to png", asPNG(b, rgba64), Work{Resize: &Resize{Width: new(500), Mode: Fit}}},
		{"noise with alpha to half", asPNG(b, half), Work{Resize: &Resize{Width: new(2000), Mode: Fit}}},
		{"a pixel to all", asPNG(b, smooth(1, 1)), Work{Resize: &Resize{Width: new(4000), Mode: Fit}}},
		{"progressive jpeg of four components without data", join([]byte{0xff, 0xd8}, tables, frame(0xc2, 4000, 4000, 4), segment(0xda, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 0, 0)), Work{}},
		{"gif of many colors", asPNG(b, smooth(2000, 1000)), Work{Format: new(GIF)}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := newProcessor(b, Options{File: 256 << 20, Output: 256 << 20})
			c.work.Data, c.work.Quality = c.data, 85
			var most uint64
			for b.Loop() {
				most = max(most, peak(func() {
					_, _, err := p.Process(context.Background(), c.work, false)
					if c.name[:4] != "prog" {
						Try(b, err)
					}
				}))
			}
			b.ReportMetric(float64(most)/1e6, "peak-MB")
		})
	}
}
