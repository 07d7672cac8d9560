// zod's compiled parsers need `eval`, and even testing for it violates the content security policy. This sets zod's
// configuration before any schema exists, without loading zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
export {};
