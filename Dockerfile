# The pipeline as a service: docs/deploy.md.

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS templates
WORKDIR /app
COPY . .
# Build stage: everything needed to compile. Only the compiled site is copied from it.
RUN npm ci --ignore-scripts
# With App Check its key and the web app's configuration are compiled in; neither is a secret.
ARG PUBLIC_APP_CHECK_SITE_KEY
ARG FIREBASE_WEB_CONFIG
RUN FRONTAGE_COMPILED=/app/compiled node cli/frontage.ts compile

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY model/package.json model/
COPY pipeline/package.json pipeline/
# Runtime dependencies of these two workspaces alone. Fails if a package.json departs from the lock.
RUN npm ci --omit=dev --ignore-scripts --workspace @frontage/model --workspace @frontage/pipeline

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production FRONTAGE_COMPILED=/app/compiled NODE_COMPILE_CACHE=/tmp/node-cache
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
# The sources that identify the compiled site, and the program.
COPY package.json package-lock.json tsconfig.json astro.config.mjs firebase.json ./
# Targets of a hosted project: buckets and Hosting sites.
COPY .firebaserc ./
COPY model model
COPY pipeline pipeline
COPY public public
COPY src src
COPY cli cli
# Its time is set at each start, which its owner alone may.
COPY --from=templates --chown=node:node /app/compiled compiled
USER node
# Lost with the container: durable state is in --state.
# Garbage of a large site is looked for sooner; see docs/performance.md.
ENTRYPOINT ["node", "--max-semi-space-size=16", "--heap-growing-percent=15", "--initial-old-space-size=192", "cli/frontage.ts"]
CMD ["serve", "--data", "/tmp/frontage"]
