import type { ServiceToken, TokenMap } from '@orrery/sdk';
import { PluginError } from '@orrery/sdk';
import { Container } from 'inversify';

/** What one activation of a plugin requires and provides, and the plugins it may take it from. */
export interface ServiceRequest {
  readonly pluginId: string;
  readonly requires: TokenMap;
  readonly optional: TokenMap;
  readonly provides: TokenMap;
}

/** Services of one active plugin. */
export interface ServiceScope {
  /** The declared services by the names the plugin gave them; absent optional ones are undefined. */
  readonly services: Readonly<Record<string, unknown>>;
  /** Offers what the plugin provides to all others until the scope is disposed. */
  export(provided: unknown): void;
  dispose(): void;
}

/** No plugin id, as those begin with a letter. */
const HOST = '(host)';
const SERVICES = Symbol.for('orrery:kernel/Services');

/** Services of the host in the root, those of each plugin in a child container. Plugins never see a container. */
export class ServiceContainer {
  private readonly root = new Container({ defaultScope: 'Singleton' });
  private readonly owners = new Map<symbol, { readonly name: string; readonly pluginId: string }>();

  /** Offers a service of the host itself. */
  provide(token: ServiceToken<unknown>, value: unknown): void {
    this.root.bind(token.id).toConstantValue(value);
    this.owners.set(token.id, { name: token.name, pluginId: HOST });
  }

  has(token: ServiceToken<unknown>): boolean {
    return this.owners.has(token.id);
  }

  isOfHost(token: ServiceToken<unknown>): boolean {
    return this.owners.get(token.id)?.pluginId === HOST;
  }

  /** Ids of the plugins behind the given services, as far as they are on offer. */
  providersOf(tokens: TokenMap): readonly string[] {
    return Object.values(tokens).flatMap((token) => this.owners.get(token.id)?.pluginId ?? []);
  }

  /** Opens a plugin's scope. Throws SERVICE_MISSING or SERVICE_CONFLICT. */
  open({ pluginId, requires, optional, provides }: ServiceRequest): ServiceScope {
    for (const token of Object.values(requires)) if (!this.has(token)) throw this.missing(pluginId, token);
    for (const token of Object.values(provides)) {
      const owner = this.owners.get(token.id);
      if (owner) throw new PluginError('SERVICE_CONFLICT', pluginId, `${pluginId} provides ${token.name}, which ${owner.pluginId} provides already. Disable one of the two.`, { context: { token: token.name } });
    }
    const child = new Container({ parent: this.root, defaultScope: 'Singleton' });
    const names = [...Object.keys(requires), ...Object.keys(optional)];
    child.bind<Readonly<Record<string, unknown>>>(SERVICES).toResolvedValue(
      (...values: unknown[]) => Object.freeze(Object.fromEntries(names.map((name, at) => [name, values[at]]))),
      [...Object.values(requires).map(({ id }) => id), ...Object.values(optional).map(({ id }) => ({ serviceIdentifier: id, optional: true as const }))],
    );
    const exported: ServiceToken<unknown>[] = [];
    return {
      services: child.get<Readonly<Record<string, unknown>>>(SERVICES),
      export: (provided) => {
        const values = (provided ?? {}) as Readonly<Record<string, unknown>>;
        for (const [name, token] of Object.entries(provides)) {
          if (values[name] === undefined) throw new PluginError('SERVICE_MISSING', pluginId, `${pluginId} provides ${token.name} but activate() did not return it as "${name}"`, { context: { token: token.name } });
          child.bind(token.id).toConstantValue(values[name]);
          // The child owns the instance; the root only points at it.
          this.root.bind(token.id).toDynamicValue(() => child.get(token.id)).inTransientScope();
          this.owners.set(token.id, { name: token.name, pluginId });
          exported.push(token);
        }
      },
      dispose: () => {
        for (const token of exported.splice(0)) {
          this.owners.delete(token.id);
          if (this.root.isBound(token.id)) this.root.unbind(token.id);
        }
        child.unbindAll();
      },
    };
  }

  private missing(pluginId: string, token: ServiceToken<unknown>): PluginError {
    const service = token.name.replace(/@\d+$/, '');
    const other = [...this.owners.values()].find(({ name }) => name.replace(/@\d+$/, '') === service);
    const hint = other ? `${other.pluginId} offers ${other.name} instead; install versions that fit each other.` : 'No active plugin offers it.';
    return new PluginError('SERVICE_MISSING', pluginId, `${pluginId} requires ${token.name}. ${hint}`, { context: { token: token.name } });
  }
}
