// Package httpnewrequest wraps net/http NewRequestWithContext.
package httpnewrequest

import (
	"context"
	"io"
	"net/http"
)

// NewRequest makes a request.
//
//tool:name=take
func NewRequest(ctx context.Context, method, url string, body io.Reader) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, method, url, body)
}
