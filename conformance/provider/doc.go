// Package provider holds what runtime/provider writes and reads against those who know the APIs: the types of the vendors'
// own SDKs, and a checker made from the tables of schema.md alone. It has tests only.
//
//	OpenAI Chat, Responses     github.com/openai/openai-go/v3
//	Anthropic                  github.com/anthropics/anthropic-sdk-go
//	Gemini, both forms         google.golang.org/genai
//	Bedrock                    github.com/aws/aws-sdk-go-v2/service/bedrockruntime, whose types have no JSON of their own: what its
//	                           client sends is compared with what we send
//	Mistral, Ollama            openai-go: both document Chat Completions' shape, and neither vendor has a Go SDK that keeps a schema
//
// A text that is decoded into a type and encoded again must come back equal: a member that the type does not know would be
// gone. Numbers are compared as float64, because the SDKs keep schemas as map[string]any.
package provider
