/** Tables of the metadata database other plugins may join. */
export interface ThemeTables {
  themes: {
    id: number;
    uuid: string;
    theme_name: string;
    /** JSON text of a theme configuration: `{token, algorithm, components}`. */
    json_data: string;
    is_system: number;
    is_system_default: number;
    is_system_dark: number;
    created_on: number;
    changed_on: number;
    created_by_fk: number | null;
    changed_by_fk: number | null;
  };
}
