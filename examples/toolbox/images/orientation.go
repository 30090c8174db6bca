package images

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
)

// orientation is how a picture must be turned to be upright, by the numbers of Exif: 1 is upright, and 0 counts as that.
type orientation int

// Those that the tools have names for.
const (
	flippedH  orientation = 2
	turned180 orientation = 3
	flippedV  orientation = 4
	turned90  orientation = 6 // clockwise
	turned270 orientation = 8
)

// swaps reports whether width and height change places.
func (o orientation) swaps() bool { return o >= 5 && o <= 8 }

// apply turns m.
func (o orientation) apply(ctx context.Context, m *image.NRGBA) (*image.NRGBA, error) {
	if o < 2 || o > 8 {
		return m, nil
	}
	w, h := m.Rect.Dx(), m.Rect.Dy()
	// Where the first pixel comes from, and how far it is in m from there to the next one on the right and below.
	left, up := 4, m.Stride
	right, down := 4*(w-1), m.Stride*(h-1)
	start, dx, dy := 0, left, up
	switch o {
	case 2:
		start, dx = right, -left
	case 3:
		start, dx, dy = right+down, -left, -up
	case 4:
		start, dy = down, -up
	case 5:
		dx, dy = up, left
	case 6:
		start, dx, dy = down, -up, left
	case 7:
		start, dx, dy = right+down, -up, -left
	case 8:
		start, dx, dy = right, up, -left
	}
	if o.swaps() {
		w, h = h, w
	}
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	err := bands(ctx, h, func(from, to int) {
		for y := from; y < to; y++ {
			at, row := start+y*dy, out.Pix[y*out.Stride:][:4*w]
			for x := 0; x < len(row); x += 4 {
				copy(row[x:x+4], m.Pix[at:at+4])
				at += dx
			}
		}
	})
	return out, err
}

// orientationOf reads what the metadata of a picture says of it. What is not there, or damaged, is upright.
func orientationOf(format string, data []byte) orientation {
	switch format {
	case "jpeg":
		for at := 2; at+4 <= len(data) && data[at] == 0xff && data[at+1] != 0xda; { // to the start of a scan
			end := at + 2 + int(binary.BigEndian.Uint16(data[at+2:]))
			if end > len(data) || end < at+4 {
				return 1
			}
			if tiff, ok := bytes.CutPrefix(data[at+4:end], []byte("Exif\x00\x00")); ok && data[at+1] == 0xe1 {
				return orientationIn(tiff)
			}
			at = end
		}
	case "png":
		for at := 8; at+12 <= len(data); {
			n := uint64(binary.BigEndian.Uint32(data[at:]))
			if uint64(at)+12+n > uint64(len(data)) {
				return 1
			}
			if string(data[at+4:at+8]) == "eXIf" {
				return orientationIn(data[at+8 : at+8+int(n)])
			}
			at += 12 + int(n)
		}
	case "webp":
		for name, part := range riff(data) {
			if name == "EXIF" {
				return orientationIn(bytes.TrimPrefix(part, []byte("Exif\x00\x00")))
			}
		}
	}
	return 1
}

// orientationIn looks into the first directory of a TIFF, which Exif is written as, for tag 274: Exif 2.32, 4.6.4.
func orientationIn(tiff []byte) orientation {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if string(tiff[:2]) == "II" {
		order = binary.LittleEndian
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 1
	}
	n := int(order.Uint16(tiff[at:]))
	for entry := tiff[at+2:]; n > 0 && len(entry) >= 12; n, entry = n-1, entry[12:] {
		if order.Uint16(entry) == 274 && order.Uint16(entry[2:]) == 3 {
			if o := orientation(order.Uint16(entry[8:])); o >= 1 && o <= 8 {
				return o
			}
		}
	}
	return 1
}
