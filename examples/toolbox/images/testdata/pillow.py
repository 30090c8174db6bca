"""Makes pictures with Pillow, and what Pillow makes of them, as the other opinion of oracle_test.go.

    python3 pillow.py FOLDER

writes FOLDER/cases.json: [{"name", "file", "args", "width", "height", "pixels", "near", "mean"}], where pixels names a file of
RGBA bytes, near is by how much a byte may differ, and mean by how much they may on average.
"""
import json
import os
import random
import sys

from PIL import Image, ImageOps

folder = sys.argv[1]
cases = []
random.seed(1)


def photo(w, h):
    """A picture like a photo: colors that go over into each other, and an edge."""
    m = Image.new("RGB", (w, h))
    m.putdata([(255 * x // w, 255 * y // h, 200 if (x - w / 2) ** 2 + (y - h / 2) ** 2 < (h / 3) ** 2 else 40) for y in range(h) for x in range(w)])
    return m


def case(name, file, args, want, near=0, mean=0.0):
    pixels = "%d.rgba" % len(cases)
    want = want.convert("RGBA")
    with open(os.path.join(folder, pixels), "wb") as f:
        f.write(want.tobytes())
    cases.append(dict(name=name, file=file, args=args, width=want.width, height=want.height, pixels=pixels, near=near, mean=mean))


def save(m, file, **options):
    path = os.path.join(folder, file)
    m.save(path, **options)
    m = Image.open(path)
    m.load()
    return m


m = photo(97, 61)
alpha = m.convert("RGBA")
alpha.putalpha(Image.linear_gradient("L").resize(m.size))
few = m.quantize(17)

# What is read, in every mode there is.
case("png", "rgb.png", {}, save(m, "rgb.png"))
case("png with alpha", "rgba.png", {}, save(alpha, "rgba.png"))
case("gray png", "l.png", {}, save(m.convert("L"), "l.png"))
case("png of one bit", "1.png", {}, save(m.convert("1"), "1.png"))
case("png with a palette", "p.png", {}, save(few, "p.png"))
case("png with alpha in gray", "la.png", {}, save(m.convert("LA"), "la.png"))
case("bmp", "rgb.bmp", {}, save(m, "rgb.bmp"))
case("bmp with a palette", "p.bmp", {}, save(few, "p.bmp"))
case("gif", "p.gif", {}, save(few, "p.gif"))
case("gif as png", "p.gif", {"format": "png"}, Image.open(os.path.join(folder, "p.gif")))
few.save(os.path.join(folder, "many.gif"), save_all=True, append_images=[m.transpose(Image.Transpose.ROTATE_180).quantize(17)] * 3)
case("gif of four pictures", "many.gif", {}, Image.open(os.path.join(folder, "many.gif")))
case("jpeg", "rgb.jpg", {"format": "png"}, save(m, "rgb.jpg", quality=90, subsampling=0), 3)
case("progressive jpeg", "p.jpg", {"format": "png"}, save(m, "p.jpg", quality=90, subsampling=0, progressive=True), 3)
case("jpeg with fewer colors", "420.jpg", {"format": "png"}, save(m, "420.jpg", quality=90, subsampling=2), 255, 2)
case("gray jpeg", "l.jpg", {"format": "png"}, save(m.convert("L"), "l.jpg", quality=90), 3)
case("jpeg of CMYK", "cmyk.jpg", {"format": "png"}, save(m.convert("CMYK"), "cmyk.jpg", quality=95, subsampling=0), 6)
try:
    case("lossless webp", "lossless.webp", {}, save(alpha, "lossless.webp", lossless=True, exact=True))
    case("webp", "lossy.webp", {}, save(m, "lossy.webp", quality=90), 255, 2)
    case("webp with alpha", "alpha.webp", {}, save(alpha, "alpha.webp", quality=90), 255, 2.5)
except (OSError, KeyError):
    print("this Pillow has no WebP", file=sys.stderr)

# How a camera was held.
for o in range(1, 9):
    exif = Image.Exif()
    exif[0x0112] = o
    for file, options, near in (("o%d.png" % o, {}, 0), ("o%d.jpg" % o, {"quality": 90, "subsampling": 0}, 3)):
        case("orientation %d of %s" % (o, file), file, {"format": "png"}, ImageOps.exif_transpose(save(m, file, exif=exif, **options)), near)

# What is done.
T = Image.Transpose
for degrees, turn in ((90, T.ROTATE_270), (180, T.ROTATE_180), (270, T.ROTATE_90)):
    case("rotated by %d" % degrees, "rgba.png", {"rotate": degrees}, alpha.transpose(turn))
case("mirrored", "rgba.png", {"flip": "horizontal"}, alpha.transpose(T.FLIP_LEFT_RIGHT))
case("upside down", "rgba.png", {"flip": "vertical"}, alpha.transpose(T.FLIP_TOP_BOTTOM))
case("gray", "rgb.png", {"grayscale": True}, m.convert("L"), 1)
for _ in range(10):
    x, y = random.randrange(m.width), random.randrange(m.height)
    w, h = random.randint(1, m.width - x), random.randint(1, m.height - y)
    case("cropped", "rgba.png", {"crop": dict(x=x, y=y, width=w, height=h)}, alpha.crop((x, y, x + w, y + h)))
for _ in range(20):
    w, h = random.randint(1, 250), random.randint(1, 250)
    case("resized", "rgb.png", {"resize": dict(width=w, height=h, mode="exact")}, m.resize((w, h), Image.Resampling.BICUBIC), 2)
for w, h in ((40, 40), (200, 31), (31, 200)):
    case("filled", "rgb.png", {"resize": dict(width=w, height=h, mode="fill")}, ImageOps.fit(m, (w, h), Image.Resampling.BICUBIC), 255, 2.5)
    contained = ImageOps.contain(m, (w, h), Image.Resampling.BICUBIC)
    case("fitted", "rgb.png", {"resize": dict(width=w, height=h)}, contained, 2)
case("all of it", "o8.png", {"crop": dict(x=5, y=7, width=40, height=60), "rotate": 90, "flip": "vertical", "grayscale": True},
     ImageOps.exif_transpose(Image.open(os.path.join(folder, "o8.png"))).crop((5, 7, 45, 67)).transpose(T.ROTATE_270).transpose(T.FLIP_TOP_BOTTOM).convert("L"), 1)

with open(os.path.join(folder, "cases.json"), "w") as f:
    json.dump(cases, f)
