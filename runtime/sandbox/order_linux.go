package sandbox

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"os"
)

// A run has up to three processes. This program starts itself again as the keeper, which is process 1 of namespaces of its own and
// arranges what can be seen there; the keeper starts this program a third time as the entrant, which gives up what it may do, puts
// itself under the limits and becomes the program. Where there are no namespaces there is no keeper. Each learns what to do from an
// order, through a pipe, and says what went wrong, or how the program ended, through another.

// The names by which a process knows that it is one of the two, and where it finds its pipes.
const (
	keeperName  = "toolgen-sandbox-keeper"
	entrantName = "toolgen-sandbox-entrant"

	orderFile  = 3
	statusFile = 4
	readyFile  = 5 // only where the argument sayReady is given

	sayReady = "ready"
)

// order is what is to be run and how.
type order struct {
	Path string
	Argv []string // with the name
	Env  []string
	Dir  string

	Mounts   []mount // of the keeper: all there is to be seen
	Read     []string
	Write    []string
	Landlock int // ABI; 0: none
	Network  bool
	User     int // whom the entrant becomes; -1: nobody else

	CPU, Memory, File, Procs, Files uint64 // 0: no limit

	Trial *trial // instead of running a program, see what of this holds
}

// mount is one thing to be seen in the sandbox.
type mount struct {
	From, To string // From "" is a new tmpfs of Size bytes, "proc" the processes of the sandbox
	Write    bool
	Device   bool
	File     bool
	Size     int64
}

// status is what a helper says.
type status struct {
	Error  string            `json:",omitempty"` // why the program was not started
	Exit   int               `json:",omitempty"`
	Signal int               `json:",omitempty"`
	Ended  bool              `json:",omitempty"` // Exit and Signal are how the program ended
	Trial  map[Limit]verdict `json:",omitempty"`
}

// sendOrder writes an order. The pipe stays open: its end tells a keeper that this program is gone.
func sendOrder(w io.Writer, o *order) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	_, err = w.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(text))), text...))
	return err
}

func receiveOrder(r io.Reader) (*order, error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return nil, err
	}
	text := make([]byte, binary.BigEndian.Uint32(size[:]))
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, err
	}
	o := new(order)
	return o, json.Unmarshal(text, o)
}

// maxStatus bounds what a helper is listened to.
const maxStatus = 64 << 10

// readStatus reads until nobody can say more, and puts together what was said: the first error counts.
func readStatus(r io.Reader) status {
	var all status
	decoder := json.NewDecoder(io.LimitReader(r, maxStatus))
	for {
		var s status
		if err := decoder.Decode(&s); err != nil {
			if !errors.Is(err, io.EOF) && all.Error == "" {
				all.Error = "the helper cannot be understood: " + err.Error()
			}
			return all
		}
		if all.Error == "" {
			all.Error = s.Error
		}
		if s.Ended {
			all.Ended, all.Exit, all.Signal = true, s.Exit, s.Signal
		}
		if s.Trial != nil {
			all.Trial = s.Trial
		}
	}
}

func say(w *os.File, s status) {
	if text, err := json.Marshal(s); err == nil {
		_, _ = w.Write(text)
	}
}
