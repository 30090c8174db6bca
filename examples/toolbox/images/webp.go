package images

import (
	"context"
	"encoding/binary"
	"image"
	"io"
	"iter"
)

// checkWebP looks at the parts of a WebP, which is a RIFF file: a name of four bytes, a length and so many bytes, to an even number.
func (s *source) checkWebP() error {
	for name, part := range riff(s.data) {
		switch {
		case name == "VP8X" && len(part) > 0 && part[0]&2 != 0:
			return s.wrong("is an animated WebP, which is not understood", nil)
		case name == cutOff: // for which its decoder would make room
			return s.damaged(io.ErrUnexpectedEOF)
		}
	}
	return nil
}

// cutOff is the name of a part of which the file has not all.
const cutOff = ""

// riff are the parts of a RIFF file, up to one that is cut off.
func riff(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for at := 12; at+8 <= len(data); {
			name, n := string(data[at:at+4]), int64(binary.LittleEndian.Uint32(data[at+4:]))
			if at += 8; n > int64(len(data)-at) {
				yield(cutOff, nil)
				return
			}
			if !yield(name, data[at:at+int(n)]) {
				return
			}
			at += int(n + n&1)
		}
	}
}

// colorsOfVP8 returns the pixels of a lossy WebP in the colors that it means. Its luma goes from 16 to 235 and its chroma from 16 to
// 240 (RFC 6386, 9.2, by ITU-R BT.601), while what decodes it here returns them as an image.YCbCr, whose values go from 0 to 255: black would be
// dark gray, and all colors pale.
func colorsOfVP8(ctx context.Context, m image.Image) (image.Image, error) {
	var planes *image.YCbCr
	var alpha []byte
	stride := 0
	switch m := m.(type) {
	case *image.YCbCr:
		planes = m
	case *image.NYCbCrA:
		planes, alpha, stride = &m.YCbCr, m.A, m.AStride
	default:
		return m, nil
	}
	out := image.NewNRGBA(planes.Rect)
	err := bands(ctx, out.Rect.Dy(), func(from, to int) {
		for y := from; y < to; y++ {
			row := out.Pix[y*out.Stride:][:4*out.Rect.Dx()]
			for x := range out.Rect.Dx() {
				luma, chroma := planes.YOffset(x, y), planes.COffset(x, y)
				l := 76309 * (int32(planes.Y[luma]) - 16) // of 65,536ths
				b, r := int32(planes.Cb[chroma])-128, int32(planes.Cr[chroma])-128
				row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = byteOf(l+104597*r), byteOf(l-25675*b-53279*r), byteOf(l+132201*b), 0xff
				if alpha != nil {
					row[4*x+3] = alpha[y*stride+x]
				}
			}
		}
	})
	return out, err
}

// byteOf rounds 65,536ths.
func byteOf(v int32) uint8 { return uint8(min(max((v+1<<15)>>16, 0), 255)) }
