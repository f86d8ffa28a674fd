/** Roles the platform grants to by name; they cannot be renamed or deleted. */
export const STOCK_ROLES: readonly string[] = ['Admin', 'Alpha', 'Gamma', 'sql_lab', 'Public'];
