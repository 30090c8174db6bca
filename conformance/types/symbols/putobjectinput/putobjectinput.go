// Package putobjectinput takes github.com/aws/aws-sdk-go-v2/service/s3 PutObjectInput as a parameter.
package putobjectinput

import "github.com/aws/aws-sdk-go-v2/service/s3"

// Got is what the tool was last called with.
var Got s3.PutObjectInput

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v s3.PutObjectInput) { Got = v }
