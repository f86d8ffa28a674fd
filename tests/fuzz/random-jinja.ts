import { HOSTILE_TEXTS } from './hostile.ts';
import type { Random } from './random.ts';

/** Conditions a template may render to (contract §9). */
const FAIR: readonly string[] = [
  '{{ 1 }} = 1', "{% if filter_values('region') %}region IN {{ filter_values('region')|where_in }}{% else %}1 = 1{% endif %}", "{{ filter_values('qty')|length }} = 0", "region <> '{{ url_param('x') }}'", "product <> '{{ url_param('x', 'p1') }}'",
  "{% for f in get_filters('region') %}{% if f.op == 'IN' %}region IN {{ f.val|where_in }} OR {% endif %}{% endfor %}1 = 1", "{% if from_dttm %}ts >= '{{ from_dttm }}'{% else %}1 = 1{% endif %}", '{{ current_user_id() }} > 0', "{{ current_user_roles()|where_in }} IS NOT NULL", "{{ (current_user_rls_rules() or [])|length }} >= 0",
  "{{ metric('total') }} > 0", "{{ row_limit or 5 }} > 0", "qty IN (SELECT qty FROM {{ dataset(1) }})", "{{ cache_key_wrapper(3) }} = 3", "ts < '{{ '2024-05-01 00:00:00'|to_datetime }}'", "{{ get_time_filter('ts').time_range|length }} > 0", '{{ ["a", "o\'k"]|where_in }} IS NOT NULL', '{{ columns|length }} >= 0', '{# note #} 1 = 1', "{% set x = 5 %}qty > {{ x }}", "{% raw %}1 = 1{% endraw %}",
];

/** Templates meant to get out of the sandbox, to never end, or not to be templates. */
const HOSTILE: readonly string[] = [
  "{{ ''.__class__.__mro__ }}", '{{ self.__init__.__globals__ }}', "{{ cycler.__init__.__globals__.os.popen('id').read() }}", "{{ lipsum.__globals__ }}", '{{ config }}', "{{ request.environ }}", "{{ [].constructor.constructor('return process')() }}", "{{ {}.__proto__ }}", '{% for i in range(1000000000) %}x{% endfor %}', "{{ 'x' * 1000000000 }}", '{{ range(100000000)|list }}', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
  "{% include '/etc/passwd' %}", "{% import 'os' as os %}", "{% extends 'x' %}", '{{', '{%', '{% if %}', '{{ }}', '{{ 1/0 }}', '{{ nope.nope.nope }}', "{{ nope('x') }}", '{% endfor %}', '{{ dataset(999999) }}', "{{ dataset('1') }}", '{{ dataset(2, include_metrics=True) }}', "{{ metric('nope') }}", "{{ metric('total', 999) }}", "{{ url_param() }}", "{{ filter_values() }}", "{{ get_time_filter('nope', strftime='%Q') }}", "{{ 'x'|to_datetime }}", "{{ 5|where_in }}", "{{ {'a': 1}|where_in }}",
  "{{ url_param('x', escape_result=False) }}", "1 = 1) OR ({{ 1 }} = 1", "{{ \"1=1) OR (1=1\" }}", "{{ '--' }}", "{% set ns = namespace(x=1) %}{{ ns.x }}", '{{ ' + '('.repeat(400) + '1' + ')'.repeat(400) + ' }}', '{{ 1'.repeat(300), "{{ current_username()|attr('__class__') }}", '{{ debug() }}', "{{ 10 ** 100000 }}",
];

/** A template for a place where a condition stands. */
export function jinjaCondition(random: Random): string {
  const text = random.pick(random.chance(0.6) ? FAIR : HOSTILE);
  return random.chance(0.9) ? text : text.slice(0, random.int(0, text.length)) + random.pick(HOSTILE_TEXTS) + text.slice(random.int(0, text.length));
}
