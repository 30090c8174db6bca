// Package mcp serves the tools of a registry over the Model Context Protocol, and makes the tools of other servers callable
// as tools of a registry. It is a module of its own, on the official Go SDK: a program that does not import it builds
// none of it.
package mcp
