#!/usr/bin/env bash
# Usage: backup.sh FOLDER ARCHIVES
set -euo pipefail

