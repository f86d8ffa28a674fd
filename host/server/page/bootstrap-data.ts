import { LANGUAGES } from './languages.ts';

/** Settings the front end reads, with the defaults Superset's have (census BOOT-03). */
const CONF: Readonly<Record<string, unknown>> = {
  SUPERSET_WEBSERVER_TIMEOUT: 60,
  SUPERSET_DASHBOARD_POSITION_DATA_LIMIT: 65535,
  SUPERSET_DASHBOARD_PERIODICAL_REFRESH_LIMIT: 0,
  SUPERSET_DASHBOARD_PERIODICAL_REFRESH_WARNING_MESSAGE: null,
  ENABLE_JAVASCRIPT_CONTROLS: false,
  DEFAULT_SQLLAB_LIMIT: 1000,
  DEFAULT_VIZ_TYPE: 'table',
  SQL_MAX_ROW: 100000,
  DISPLAY_MAX_ROW: 10000,
  TABLE_VIZ_MAX_ROW_SERVER: 500000,
  GLOBAL_ASYNC_QUERIES_TRANSPORT: 'polling',
  GLOBAL_ASYNC_QUERIES_POLLING_DELAY: 500,
  DASHBOARD_AUTO_REFRESH_MODE: 'force',
  DASHBOARD_AUTO_REFRESH_INTERVALS: [[0, "Don't refresh"], [10, '10 seconds'], [30, '30 seconds'], [60, '1 minute'], [300, '5 minutes'], [1800, '30 minutes'], [3600, '1 hour'], [21600, '6 hours'], [43200, '12 hours'], [86400, '24 hours']],
  DASHBOARD_VIRTUALIZATION: true,
  SUPERSET_WEBSERVER_DOMAINS: null,
  SQLLAB_SAVE_WARNING_MESSAGE: null,
  SQLLAB_DEFAULT_DBID: null,
  SQLLAB_QUERY_RESULT_TIMEOUT: 0,
  SQL_VALIDATORS_BY_ENGINE: {},
  SCHEDULED_QUERIES: {},
  SQLALCHEMY_DOCS_URL: 'https://docs.sqlalchemy.org/en/13/core/engines.html',
  SQLALCHEMY_DISPLAY_TEXT: 'SQLAlchemy docs',
  GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL: '',
  ALERT_REPORTS_DEFAULT_CRON_VALUE: '0 0 * * *',
  ALERT_REPORTS_DEFAULT_RETENTION: 90,
  ALERT_REPORTS_DEFAULT_WORKING_TIMEOUT: 3600,
  SUPERSET_CLIENT_RETRY_ATTEMPTS: 3,
  SUPERSET_CLIENT_RETRY_DELAY: 1000,
  SUPERSET_CLIENT_RETRY_BACKOFF_MULTIPLIER: 2,
  SUPERSET_CLIENT_RETRY_MAX_DELAY: 10000,
  SUPERSET_CLIENT_RETRY_JITTER_MAX: 1000,
  SUPERSET_CLIENT_RETRY_STATUS_CODES: [502, 503, 504],
  JWT_ACCESS_CSRF_COOKIE_NAME: 'csrf_access_token',
  SAMPLES_ROW_LIMIT: 1000,
  DEFAULT_TIME_FILTER: 'No filter',
  HTML_SANITIZATION: true,
  HTML_SANITIZATION_SCHEMA_EXTENSIONS: {},
  WELCOME_PAGE_LAST_TAB: 'all',
  VIZ_TYPE_DENYLIST: [],
  NATIVE_FILTER_DEFAULT_ROW_LIMIT: 1000,
  PREVENT_UNSAFE_DEFAULT_URLS_ON_DATASET: true,
  CSV_EXTENSIONS: ['csv', 'tsv', 'txt'],
  EXCEL_EXTENSIONS: ['xlsx', 'xls'],
  COLUMNAR_EXTENSIONS: ['parquet', 'zip'],
  ALLOWED_EXTENSIONS: ['csv', 'tsv', 'txt', 'xlsx', 'xls', 'parquet', 'zip'],
  AUTH_TYPE: 1,
  AUTH_USER_REGISTRATION: false,
};

const FEATURE_FLAGS: Readonly<Record<string, boolean>> = {
  SQLLAB_BACKEND_PERSISTENCE: true,
  DASHBOARD_VIRTUALIZATION: true,
  ALERTS_ATTACH_REPORTS: true,
  EMBEDDABLE_CHARTS: true,
  DRILL_TO_DETAIL: true,
  DRILL_BY: true,
  AVOID_COLORS_COLLISION: true,
  CSS_TEMPLATES: true,
  DYNAMIC_PLUGINS: true,
};

export interface BootstrapInput {
  readonly user: Readonly<Record<string, unknown>>;
  /** Ends with a slash. */
  readonly applicationRoot: string;
  readonly language: string;
  readonly conf: Readonly<Record<string, unknown>>;
  readonly featureFlags: Readonly<Record<string, boolean>>;
  readonly version: string;
  readonly isDevelopment: boolean;
}

/** What the page carries in `data-bootstrap` (census BOOT-01…07, contract §1.11). */
export function bootstrapData(input: BootstrapInput): Readonly<Record<string, unknown>> {
  const root = input.applicationRoot.replace(/\/$/, '');
  const languages = Object.fromEntries(Object.entries(LANGUAGES).map(([code, { name, flag }]) => [code, { name, flag, url: `${root}/lang/${code}` }]));
  return {
    user: input.user,
    common: {
      application_root: root,
      static_assets_prefix: root,
      conf: { ...CONF, ...input.conf },
      locale: input.language,
      feature_flags: { ...FEATURE_FLAGS, ...input.featureFlags },
      d3_format: { decimal: '.', thousands: ',', grouping: [3], currency: ['$', ''] },
      d3_time_format: {},
      currencies: ['USD', 'EUR', 'GBP', 'INR', 'MXN', 'JPY', 'CNY'],
      deckgl_tiles: [],
      extra_categorical_color_schemes: [],
      extra_sequential_color_schemes: [],
      theme: { default: {}, dark: {}, enableUiThemeAdministration: false },
      menu_data: {
        menu: [],
        brand: { path: `${root}/superset/welcome/`, icon: `${root}/static/icon.svg`, alt: 'Orrery', tooltip: '', text: 'Orrery' },
        environment_tag: { text: '', color: '' },
        navbar_right: {
          show_watermark: false,
          bug_report_url: null,
          documentation_url: null,
          version_string: input.version,
          version_sha: '',
          build_number: null,
          languages,
          show_language_picker: true,
          user_is_anonymous: input.user['isAnonymous'] === true,
          user_info_url: `${root}/user_info/`,
          user_login_url: `${root}/login/`,
          user_logout_url: `${root}/logout/`,
          locale: input.language,
        },
      },
      flash_messages: [],
      pdf_compression_level: 'MEDIUM',
      ...(input.isDevelopment ? { is_development: true } : {}),
    },
  };
}
