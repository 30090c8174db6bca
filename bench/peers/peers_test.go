package peers_test

import (
	"testing"

	"github.com/toolgen/toolgen/bench/agree"
	"github.com/toolgen/toolgen/bench/peers"
)

func TestPeersAgree(t *testing.T) { agree.Check(t, peers.Contenders()...) }
