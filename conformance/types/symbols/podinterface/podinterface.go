// Package podinterface wraps k8s.io/client-go/kubernetes/typed/core/v1 PodInterface.Create.
package podinterface

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	client "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Pods is what the tool works on.
type Pods struct{ client client.PodInterface }

// Create creates a pod.
//
//tool:name=take
//tool:param pod,opts nest
func (p *Pods) Create(ctx context.Context, pod *corev1.Pod, opts metav1.CreateOptions) (*corev1.Pod, error) {
	return p.client.Create(ctx, pod, opts)
}
