/** Translates statements of migrations, whose type names are already SQLite's. */
export function inSqlite(statement: string): string {
  return statement
    .replaceAll('SERIAL_KEY', 'INTEGER PRIMARY KEY AUTOINCREMENT')
    .replaceAll('CLUSTERED', 'WITHOUT ROWID');
}
