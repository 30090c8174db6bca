# Every go.mod of the repository; each module is built and tested alone, as its users see it. conformance/types and
# bench/peers are left out, and of go.work too: the modules they require are hundreds of megabytes and a minute or more of
# compiling, which make conformance and make bench alone pay.
MODULES := $(sort $(dir $(shell find . -name go.mod -not -path '*/testdata/*' -not -path './.git/*' -not -path './conformance/types/*' -not -path './bench/peers/*')))
# Those among them that have generated files, and so the generator as a tool.
TOOLED  := $(sort $(dir $(shell grep -l '^tool ' $(addsuffix go.mod,$(MODULES)))))
GO      := GOWORK=off go
# The race detector needs cgo, and cgo a C compiler.
RACE    := $(if $(filter 1,$(shell go env CGO_ENABLED)),-race)
# Modules tested without the race detector. In the first three, and where the NATS server or SQLite is a part, it would have to compile much of
# others' code, which takes longer than all their tests. The tests of examples/plugin and runtime/sandbox, which compile WebAssembly and start
# processes, take three times as long with it or more. Some of their packages, in which much runs at once, have it all the same: see make raced.
PLAIN   := ./bench/ ./bench/mcp/ ./conformance/ ./examples/distributed/ ./examples/plugin/ ./examples/toolbox/ ./runtime/nats/ ./runtime/sandbox/
# The rooms of the generator that have goroutines, and their tests that see them at work: loading, rendering, writing, remembering, progress.
ROOMS   := ./cmd/toolgen ./generator ./generator/internal/cache ./generator/internal/load ./generator/internal/output
ATONCE  := ^Test(LoadersAgreeOn|Remember|L04|Commit|L05|Progress|Pruned|Scan|LoadPermuted|Write|ConcurrentRuns)
# Much of the time goes into compiling what these have, more than half of it into the SDKs of OpenAI and Anthropic: half of that where
# nothing is inlined.
HUGE    := github.com/openai/... github.com/anthropics/... github.com/aws/... google.golang.org/... github.com/nats-io/nats-server/... modernc.org/...
BUILD   := $(HUGE:%=-gcflags=%=-l)
# A package may take 20 minutes: on a machine that is busy with other things the generator's tests need more than Go's ten. make verify vets.
TEST    := $(GO) test -timeout=20m -vet=off $(BUILD)
FUZZTIME ?= 20s

.DEFAULT_GOAL := help
.PHONY: help demo test plain raced conformance judges mutants verify bench fuzz tidy update generate

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## generate the quickstart's tools, print a schema, call a tool rightly and wrongly; then let an agent work with the toolbox
	@rm -f examples/quickstart/weather/zz_tools.go
	cd examples && $(GO) generate ./quickstart/...
	cd examples && $(GO) run ./quickstart
	@echo "\n-- An agent with the toolbox (SQLite and its like take a minute to compile, the first time)\n"
	cd examples/toolbox && $(GO) run ./analyst

test: ## run all tests of all modules, what runs at once with the race detector where there is a C compiler
	@# The two share nothing that is compiled, and side by side leave no processor idle while one of them waits for its slowest test.
	@$(MAKE) --no-print-directory -k -j2 plain raced

plain: ## run the tests that go without the race detector
	@set -e; all=$$($(GO) list ./...); apart=$$($(GO) list ./runtime/... $(ROOMS)); $(TEST) $$(echo "$$all" | grep -vxF "$$apart")
	@$(TEST) -skip='$(ATONCE)' $(ROOMS)
	@set -e; for m in $(PLAIN); do (cd $$m && $(TEST) ./...); done
	@# Go's test cache does not see files of another module, which these two look at.
	@cd conformance && $(TEST) -count=1 -run='^(TestEveryEditApplies|TestGuaranteesPage)$$' . ./mutants

raced: ## run the tests that have the race detector
	@$(TEST) $(RACE) ./runtime/...
	@set -e; for m in $(filter-out ./ $(PLAIN),$(MODULES)); do (cd $$m && $(TEST) $(RACE) ./...); done
	@$(TEST) $(RACE) -run='$(ATONCE)' $(ROOMS)
	@cd conformance && $(TEST) $(RACE) ./compose ./wrap
	@cd examples/toolbox && $(TEST) $(RACE) ./agents ./files ./web

conformance: ## judge what toolgen makes of others' suites and types; ARGS=-update rewrites the tables (minutes, gigabytes)
	cd conformance && $(GO) test ./...
	cd conformance/types && $(GO) vet . && $(GO) mod tidy -diff && $(GO) test -v -count=1 -timeout 60m . $(ARGS)

judges: ## have the MCP conformance suites, the Inspector and the TypeScript SDK judge runtime/mcp (400 MB from the npm registry, once; minutes)
	sh runtime/mcp/judges/run.sh

mutants: ## break one rule of the mapping after the other, in a copy, and see which test notices; ARGS='-only J4,T31' breaks those (minutes)
	cd conformance && $(GO) run ./mutants $(ARGS)

verify: ## gofmt, go vet, staticcheck where installed, tidy modules, generated files current
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$unformatted" || { echo "not gofmt-clean:" $$unformatted; exit 1; }
	@set -e; for m in $(MODULES); do echo "== $$m"; (cd $$m && $(GO) vet $(BUILD) ./... && $(GO) mod tidy -diff); done
	@if command -v staticcheck >/dev/null; then set -e; for m in $(MODULES); do (cd $$m && GOWORK=off staticcheck ./...); done; else echo "staticcheck is not installed: skipped"; fi
	@set -e; for m in $(TOOLED); do (cd $$m && $(GO) tool toolgen check ./...); done

generate: ## run the generator over the modules that have tools
	@set -e; for m in $(TOOLED); do (cd $$m && $(GO) tool toolgen ./...); done

bench: ## time the generated code against its peers, as ratios of one run (minutes, gigabytes the first time)
	cd bench/peers && $(GO) vet ./... && $(GO) mod tidy -diff && $(GO) test ./...
	@cd bench && $(GO) test -run='^Test(Goals|Generation|LoadersAgreeOnModules)$$' -v -count=1 -timeout=60m . -goals

fuzz: ## a million calls under the containment law, a million random directive lines, a thousand random packages (SEED=1), a hundred orders of files, then every fuzz target for FUZZTIME (20s)
	cd conformance && $(GO) test ./law/fixtures -run='^(TestLaw|TestProjections)$$' -count=1 -v -timeout=60m -law.cases=1000000 -law.seed=$${SEED:-1}
	cd conformance && $(GO) test ./law/scenarios -run=TestLaw -count=1 -v -timeout=60m -law.cases=200000 -law.seed=$${SEED:-1}
	$(GO) test ./generator/internal/directive -run=TestRandomLines -count=1 -v -directive.n=1000000 -directive.seed=$${SEED:-1}
	$(GO) test ./generator -run=TestZ01OutputIsDeterministic -count=1 -v -z01.runs=100
	cd conformance && $(GO) test ./packages -count=1 -v -timeout=2h -packages.n=1000 -packages.seed=$${SEED:-1}
	@set -e; for m in $(MODULES); do (cd $$m && $(GO) list ./... | while read -r p; do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz' || true); do echo "== $$p $$f"; $(GO) test -run='^$$' -fuzz="^$$f\$$" -fuzztime=$(FUZZTIME) $$p; done; done); done

update: ## rewrite golden files with what comes out; review the diff
	@$(GO) test ./generator ./generator/internal/emit ./cmd/toolgen -update
	@cd conformance && $(GO) test ./messages -update
	@cd conformance && $(GO) test ./suite -update

tidy: ## tidy every module
	@set -e; for m in $(MODULES); do (cd $$m && $(GO) mod tidy); done
