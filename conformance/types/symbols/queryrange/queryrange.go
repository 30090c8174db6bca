// Package queryrange wraps github.com/prometheus/client_golang/api/prometheus/v1 API.QueryRange.
package queryrange

import (
	"context"

	"github.com/prometheus/client_golang/api/prometheus/v1"
	"github.com/prometheus/common/model"
)

// Metrics is what the tool works on.
type Metrics struct{ api v1.API }

// QueryRange asks for the values in a range.
//
//tool:name=take
//tool:param r nest
func (m *Metrics) QueryRange(ctx context.Context, query string, r v1.Range, opts ...v1.Option) (model.Value, v1.Warnings, v1.Infos, error) {
	return m.api.QueryRange(ctx, query, r, opts...)
}
