import type { IndexedPlugin } from '@orrery/sdk';

/**
 * Runs `activate` for each plugin after the plugins it depends on, as parallel as that allows.
 * A failure keeps nobody waiting: whether a dependent can do without is decided by the services it asks for.
 */
export async function activateAll(plugins: readonly IndexedPlugin[], activate: (id: string) => Promise<unknown>): Promise<void> {
  const byId = new Map(plugins.map((plugin) => [plugin.manifest.id, plugin]));
  const flights = new Map<string, Promise<void>>();

  function start(id: string, above: readonly string[]): Promise<void> {
    const flying = flights.get(id);
    // Within a cycle nobody waits; the dependency graph refuses its members anyway.
    if (flying || above.includes(id)) return flying ?? Promise.resolve();
    const { dependencies = {}, optionalDependencies = {} } = byId.get(id)?.manifest ?? {};
    const before = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)].filter((other) => byId.has(other));
    const flight = Promise.all(before.map((other) => start(other, [...above, id])))
      .then(() => activate(id))
      .then(() => {}, () => {});
    flights.set(id, flight);
    return flight;
  }

  await Promise.all([...byId.keys()].map((id) => start(id, [])));
}
