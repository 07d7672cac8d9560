// zod's compiled parsers would need `eval`, and asking whether it is there is already a breach of the content security
// policy. Set where zod looks for its configuration, before any schema is made, without loading zod for it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
export {};
