// Package listobjectsv2 wraps github.com/aws/aws-sdk-go-v2/service/s3 Client.ListObjectsV2.
package listobjectsv2

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Bucket is what the tool works on.
type Bucket struct{ client *s3.Client }

// ListObjects lists objects.
//
//tool:name=take
//tool:param params nest
func (b *Bucket) ListObjects(ctx context.Context, params *s3.ListObjectsV2Input, optFns ...func(*s3.Options)) (*s3.ListObjectsV2Output, error) {
	return b.client.ListObjectsV2(ctx, params, optFns...)
}
