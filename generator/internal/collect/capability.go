package collect

import (
	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// capability fills what the directive says of the tool besides its shape: the ToolCapability of the runtime.
func (c *collector) capability(t *model.Tool, a *annotation) bool {
	ok := true
	t.Title = a.set.text("title")
	t.Category = c.setting(a, "category").Value.Text
	t.Access = c.setting(a, "access").Value.Text
	t.Strict = c.setting(a, "strict").Value.Text
	t.ReadOnly, t.Idempotent = c.on(a, "readonly"), c.on(a, "idempotent")
	t.Hidden = c.on(a, "hidden")
	t.Deprecated = t.Deprecated || c.on(a, "deprecated")
	if s := c.setting(a, "destructive"); s.Def != nil {
		t.Additive = !s.flag()
		if s.flag() && t.ReadOnly {
			c.errorAt(s.pos, s.end, directive.CodeAgainst, "a readonly tool destroys nothing", "remove destructive or readonly")
			ok = false
		}
	}
	t.Additive = t.Additive || t.ReadOnly
	if s := c.setting(a, "openworld"); s.Def != nil {
		t.ClosedWorld = !s.flag()
	}
	if s := c.setting(a, "permissions"); s.Def != nil {
		words, _ := s.List() // the directive room has refused a bad one
		for _, w := range words {
			t.Permissions = append(t.Permissions, w.Text)
		}
	}
	ok = c.dependencies(t, a) && ok
	if s := c.setting(a, "esttime"); s.Def != nil {
		t.EstimateTime, _ = s.Duration()
	}
	if s := c.setting(a, "estcpu"); s.Def != nil {
		t.EstimateCPU, _ = s.Duration()
	}
	if s := c.setting(a, "estmemory"); s.Def != nil {
		t.EstimateMem, _ = s.Size()
	}
	ok = c.wrappers(t, a) && ok
	return c.leniency(t, a) && ok
}
