// Command guest is a module that misbehaves, as its first argument says.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"time"
)

var keep [][]byte

func main() {
	arg := func(i int) string {
		if i < len(os.Args) {
			return os.Args[i]
		}
		return ""
	}
	switch arg(1) {
	case "sum": // JSON in, JSON out
		var numbers []float64
		if err := json.NewDecoder(os.Stdin).Decode(&numbers); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		sum := 0.0
		for _, n := range numbers {
			sum += n
		}
		_ = json.NewEncoder(os.Stdout).Encode(map[string]float64{"sum": sum})
	case "loop":
		for i := 0; ; i++ {
			if i < 0 {
				fmt.Println(i)
			}
		}
	case "alloc":
		for range 200 {
			keep = append(keep, make([]byte, 1<<20))
		}
		fmt.Println("allocated", len(keep))
	case "sleep":
		time.Sleep(time.Hour)
	case "panic":
		panic("on purpose")
	case "yes":
		w := bufio.NewWriter(os.Stdout)
		for {
			_, _ = w.WriteString("y\n")
		}
	case "read":
		data, err := os.ReadFile(arg(2))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		_, _ = os.Stdout.Write(data)
	case "write":
		if err := os.WriteFile(arg(2), []byte("x"), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "list":
		entries, err := os.ReadDir(arg(2))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		for _, entry := range entries {
			fmt.Println(entry.Name())
		}
	case "reach": // what a module has none of
		_, dial := net.Dial("tcp", "127.0.0.1:9")
		_, run := exec.Command("/bin/true").Output()
		fmt.Println(dial != nil, run != nil, len(os.Environ()))
	case "describe", "call": // a plug-in that says what its input file says
		data, err := os.ReadFile("/said/" + arg(1))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		_, _ = os.Stdout.Write(data)
	default:
		_, _ = io.Copy(os.Stdout, os.Stdin)
	}
}
