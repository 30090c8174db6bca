package images

import (
	"image"
	"image/color"
	"testing"

	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
)

// The colors of BT.601: black is black, and white is white.
func TestColorsOfVP8(t *testing.T) {
	for _, c := range []struct {
		y, cb, cr uint8
		want      color.NRGBA
	}{
		{16, 128, 128, color.NRGBA{0, 0, 0, 255}},
		{235, 128, 128, color.NRGBA{255, 255, 255, 255}},
		{126, 128, 128, color.NRGBA{128, 128, 128, 255}},
		{81, 90, 240, color.NRGBA{254, 0, 0, 255}},
		{145, 54, 34, color.NRGBA{0, 255, 1, 255}},
		{41, 240, 110, color.NRGBA{0, 0, 255, 255}},
		{0, 0, 0, color.NRGBA{0, 136, 0, 255}},
		{255, 255, 255, color.NRGBA{255, 125, 255, 255}},
	} {
		m := image.NewNYCbCrA(image.Rect(0, 0, 3, 3), image.YCbCrSubsampleRatio420)
		for i := range m.Y {
			m.Y[i], m.A[i] = c.y, 77
		}
		for i := range m.Cb {
			m.Cb[i], m.Cr[i] = c.cb, c.cr
		}
		got, err := colorsOfVP8(t.Context(), &m.YCbCr)
		Try(t, err)
		if is := got.(*image.NRGBA).NRGBAAt(2, 2); is != c.want {
			t.Errorf("%d, %d, %d: %v, want %v", c.y, c.cb, c.cr, is, c.want)
		}
		got, err = colorsOfVP8(t.Context(), m)
		Try(t, err)
		if is := got.(*image.NRGBA).NRGBAAt(1, 2); is.A != 77 || is.R != c.want.R {
			t.Errorf("with alpha: %v", is)
		}
	}
}
