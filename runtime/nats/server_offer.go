package natstools

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
	"github.com/toolgen/toolgen/runtime/remote"
)

// offered is one tool of the service, as it was when the service began.
type offered struct {
	spec       *runtime.Spec
	definition []byte
	digest     string
}

// start describes the tools and subscribes.
func (s *Server) start() (err error) {
	if s.offered, err = s.describe(); err != nil {
		return err
	}
	withDefinitions, err := s.fitting()
	if err != nil {
		return err
	}
	s.service, err = micro.AddService(s.conn, micro.Config{
		Name: s.options.Name, Version: s.options.Version, Description: s.options.Description,
		Metadata:    s.metadata(),
		DoneHandler: func(micro.Service) { s.lost() },
		ErrorHandler: func(_ micro.Service, err *micro.NATSError) {
			s.log.Error("natstools: the service has an error", "service", s.options.Name, "subject", err.Subject, "error", err.Description)
		},
	})
	if err != nil {
		return err
	}
	if err = s.subscribe(withDefinitions); err != nil {
		_ = s.service.Stop()
		for _, sub := range s.control {
			_ = sub.Unsubscribe()
		}
		return err
	}
	return nil
}

func (s *Server) subscribe(withDefinitions bool) error {
	root, name := s.options.Subject, s.options.Name
	s.inbox = s.conn.NewInbox() + "."
	for subject, handle := range map[string]nats.MsgHandler{
		cancelSubject(root, name):         s.cancel,
		defineSubject(root, name, s.ID()): s.define,
		s.inbox + "*":                     s.missing,
	} {
		sub, err := s.conn.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		s.control = append(s.control, sub)
	}
	for tool, o := range s.offered {
		err := s.service.AddEndpoint(tool, micro.HandlerFunc(func(req micro.Request) { s.receive(tool, req) }),
			micro.WithEndpointSubject(callSubject(root, name, tool)), micro.WithEndpointMetadata(o.metadata(withDefinitions)))
		if err != nil {
			return err
		}
	}
	return s.conn.FlushTimeout(defaultWait)
}

func (s *Server) metadata() map[string]string {
	return map[string]string{serviceMark: serviceVersion, serviceSubject: s.options.Subject}
}

func (o *offered) metadata(withDefinition bool) map[string]string {
	m := map[string]string{metaDigest: o.digest}
	if withDefinition {
		m[metaDefinition] = string(o.definition)
	}
	return m
}

// describe makes the definitions of all tools that are to be offered.
func (s *Server) describe() (map[string]*offered, error) {
	all := map[string]*offered{}
	var problems []error
	most := int(s.conn.MaxPayload()) - envelope
	for _, spec := range s.reg.Specs(runtime.WithPrincipal(s.work, s.options.Offer)) {
		definition, err := provider.MCP(provider.FromSpec(spec), provider.MCP20260728)
		if err == nil && len(definition) > most {
			err = fmt.Errorf("the definition of tool %s has %d bytes, and a message holds at most %d", spec.Name, len(definition), most)
		}
		digest := ""
		if err == nil {
			digest, err = remote.Digest(definition)
		}
		if err != nil {
			problems = append(problems, err)
			continue
		}
		all[spec.Name] = &offered{spec: spec, definition: definition, digest: digest}
	}
	return all, errors.Join(problems...)
}

// envelope is what the headers of a message of ours take at most.
const envelope = 1 << 10

// fitting reports whether the information about the service fits into a message with the definitions of its tools. If it does not, they
// are fetched one by one. If it does not fit without them either, nobody would ever hear of the service.
func (s *Server) fitting() (withDefinitions bool, err error) {
	most := int(s.conn.MaxPayload()) - envelope
	for _, with := range []bool{true, false} {
		info := micro.Info{
			ServiceIdentity: micro.ServiceIdentity{Name: s.options.Name, ID: newID(), Version: s.options.Version, Metadata: s.metadata()},
			Description:     s.options.Description,
		}
		for tool, o := range s.offered {
			info.Endpoints = append(info.Endpoints, micro.EndpointInfo{
				Name: tool, Subject: callSubject(s.options.Subject, s.options.Name, tool), QueueGroup: micro.DefaultQueueGroup, Metadata: o.metadata(with),
			})
		}
		text, err := json.Marshal(info)
		switch {
		case err != nil:
			return false, err
		case len(text) <= most:
			return with, nil
		case !with:
			return false, fmt.Errorf("what the service says of its %d tools takes %d bytes, and a message holds at most %d", len(s.offered), len(text), most)
		}
	}
	return false, nil
}

// define answers with the definition of a tool; an empty answer says that there is none.
func (s *Server) define(m *nats.Msg) {
	if m.Reply == "" {
		return
	}
	var definition []byte
	if o := s.offered[string(m.Data)]; o != nil {
		definition = o.definition
	}
	_ = m.Respond(definition) // who does not hear it asks again
}

// lost is told that the service has stopped: by Stop, or with its connection. Nobody hears the answers of what still runs then.
func (s *Server) lost() {
	if s.conn.IsClosed() {
		s.halt(nats.ErrConnectionClosed)
		s.calls.close()
		s.end()
	}
}
