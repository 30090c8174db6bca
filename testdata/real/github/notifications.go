package github

import (
	"context"
	"fmt"
)

// Notification tells that something has happened where one takes part.
type Notification struct {
	ID     string `json:"id"`
	Repo   string `json:"repository"`
	Title  string `json:"title"`
	Unread bool   `json:"unread"`
}

// Watching is how closely to follow something.
type Watching string

const (
	Ignore  Watching = "ignore" // never notify
	Watch   Watching = "watch"  // notify of everything
	Unwatch Watching = "delete" // notify when mentioned
)

// NotificationQuery says which notifications to list. A field that is not given keeps them all.
type NotificationQuery struct {
	// Which ones to list: those that are unread, those that were read too, or only those where you take part.
	Filter string `json:"filter,omitempty" tool:"enum=default,include_read_notifications,only_participating"`
	Since  string `json:"since,omitempty"`  // only notifications after this time, such as 2026-03-01T09:00:00Z
	Before string `json:"before,omitempty"` // only notifications before this time
	Owner  string `json:"owner,omitempty"`  // only notifications of one repository: its owner
	Repo   string `json:"repo,omitempty"`   // only notifications of one repository: its name
	Paging
}

// ListNotifications lists what has happened where you take part.
//
//tool:name=list_notifications readonly
func (c *Client) ListNotifications(ctx context.Context, q NotificationQuery) ([]Notification, error) {
	return []Notification{{ID: "n1", Repo: "acme/rocket", Title: "Engine does not start", Unread: true}}, nil
}

// GetNotificationDetails shows one notification.
//
//tool:name=get_notification_details readonly
func (c *Client) GetNotificationDetails(ctx context.Context,
	notificationID string, // identifier of the notification
) (Notification, error) {
	return Notification{ID: notificationID, Repo: "acme/rocket", Title: "Engine does not start"}, nil
}

// DismissNotification marks one notification as read or as done.
//
//tool:name=dismiss_notification
func (c *Client) DismissNotification(ctx context.Context,
	threadID string, // identifier of the notification
	//tool:enum=read,done
	state string, // what it is from now on
) (string, error) {
	return fmt.Sprintf("%s is %s", threadID, state), nil
}

// MarkAllNotificationsRead marks the notifications of a repository as read, or all that there are.
//
//tool:name=mark_all_notifications_read
//tool:param lastReadAt,owner,repo optional
func (c *Client) MarkAllNotificationsRead(ctx context.Context,
	lastReadAt string, // only those up to this time, such as 2026-03-01T09:00:00Z; now unless given
	owner string, // only those of one repository: its owner
	repo string, // only those of one repository: its name
) error {
	return nil
}

// ManageNotificationSubscription says how closely you follow one conversation.
//
//tool:name=manage_notification_subscription destructive
func (c *Client) ManageNotificationSubscription(ctx context.Context,
	notificationID string, // identifier of a notification of that conversation
	action Watching, // how closely to follow it
) error {
	return nil
}

// ManageRepositoryNotificationSubscription says how closely you follow a repository.
//
//tool:name=manage_repository_notification_subscription destructive
//tool:param repo flat
func (c *Client) ManageRepositoryNotificationSubscription(ctx context.Context, repo Repo,
	action Watching, // how closely to follow it
) error {
	return nil
}
