/**
 * Names a service by string, so that two copies of the SDK still mean the same service.
 * The type parameter is carried by a phantom field that never exists at run time.
 * @public
 */
export interface ServiceToken<T> {
  /** `Symbol.for('orrery:<plugin>/<Service>@<major>')` */
  readonly id: symbol;
  /** `<plugin>/<Service>@<major>` */
  readonly name: string;
  readonly __service?: T;
}

/** Creates the token of a service. `major` changes when the service's contract breaks. @public */
export function createToken<T>(plugin: string, service: string, major: number): ServiceToken<T> {
  const name = `${plugin}/${service}@${major}`;
  return Object.freeze({ id: Symbol.for(`orrery:${name}`), name });
}

/** A record of tokens, as `requires`, `optional` and `provides` take it. @public */
export type TokenMap = Readonly<Record<string, ServiceToken<unknown>>>;

/** The services behind a record of tokens. @public */
export type ServicesOf<T extends TokenMap> = { readonly [K in keyof T]: T[K] extends ServiceToken<infer S> ? S : never };

/** As {@link ServicesOf}, each possibly absent. @public */
export type MaybeServicesOf<T extends TokenMap> = { readonly [K in keyof T]: ServicesOf<T>[K] | undefined };
