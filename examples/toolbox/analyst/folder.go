package main

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"os"
	"path/filepath"

	"github.com/toolgen/toolgen/examples/toolbox/database"
)

// The names of what the agents read and write, in their folder.
const (
	distances = "planets.csv"
	picture   = "kepler.png"
	report    = "report.md"
)

// The mean distances and the sidereal periods of the planets; both are textbook values, which belong to the epoch J2000.
//
//go:embed planets.csv
var planets []byte

const periods = `CREATE TABLE orbits (planet TEXT PRIMARY KEY, period_years REAL NOT NULL);
INSERT INTO orbits VALUES ('Mercury',0.24085),('Venus',0.6152),('Earth',1.00002),('Mars',1.88085),
	('Jupiter',11.8626),('Saturn',29.4475),('Uranus',84.0168),('Neptune',164.791);`

// prepare makes the folder, a new one where folder is "", and puts the CSV file into it. A folder that has anything in it is left alone.
func prepare(folder string) (string, error) {
	if folder == "" {
		var err error
		if folder, err = os.MkdirTemp("", "toolgen-analyst-"); err != nil {
			return "", err
		}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	switch there, err := os.ReadDir(folder); {
	case err != nil:
		return "", err
	case len(there) > 0:
		return "", errors.New(folder + " is not empty; choose a folder that is, or is not there yet")
	}
	return folder, os.WriteFile(filepath.Join(folder, distances), planets, 0o644)
}

// orbits makes the database and opens it as the agents may use it: for reading.
func orbits(ctx context.Context, folder string) (*database.Database, error) {
	path := filepath.Join(folder, "orbits.db")
	db, err := sql.Open("sqlite", path) // the driver that package database has
	if err != nil {
		return nil, err
	}
	_, err = db.ExecContext(ctx, periods)
	if err = errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	return database.OpenSQLite(path, database.Options{})
}
