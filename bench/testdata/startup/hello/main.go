// Command hello is the smallest program that prints with fmt.
package main

import "fmt"

func main() { fmt.Println("hello, world") }
