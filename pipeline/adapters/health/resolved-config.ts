import { type ResolvedConfig, StaticConfigLoader } from 'html-validate';

/** Resolves the configuration once. The library's own loader resolves it again for each validation. */
export class ResolvedConfigLoader extends StaticConfigLoader {
  #resolved: ResolvedConfig | Promise<ResolvedConfig> | null = null;

  override getConfigFor(handle: string): ResolvedConfig | Promise<ResolvedConfig> {
    return (this.#resolved ??= super.getConfigFor(handle));
  }
}
