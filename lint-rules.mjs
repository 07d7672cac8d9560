/** Rules of this project for oxlint. */
const moduleState = {
  create: (context) => ({
    VariableDeclaration(node) {
      const isOfModule = ['Program', 'ExportNamedDeclaration'].includes(node.parent.type);
      if (node.kind === 'let' && isOfModule) {
        const message = 'State of a module is state of the whole program. Let a function that opens something hold it.';
        context.report({ node, message });
      }
    },
  }),
};

export default { meta: { name: 'frontage' }, rules: { 'module-state': moduleState } };
