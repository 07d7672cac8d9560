# The pipeline as a service: docs/deploy.md.

FROM node:24.21.0-slim AS templates
WORKDIR /app
COPY . .
# Everything that is needed to compile; no more of it goes on than the compiled site.
RUN npm ci --ignore-scripts
# With App Check its key and the web app's configuration are compiled in; neither is a secret.
ARG PUBLIC_APP_CHECK_SITE_KEY
ARG FIREBASE_WEB_CONFIG
RUN FRONTAGE_COMPILED=/app/compiled node cli/frontage.ts compile

FROM node:24.21.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY model/package.json model/
COPY pipeline/package.json pipeline/
# The lock's versions, of what these two need to run and no other workspace or tool.
RUN npm pkg delete dependencies devDependencies overrides \
 && npm pkg set --json 'workspaces=["model","pipeline"]' \
 && npm install --omit=dev --ignore-scripts

FROM node:24.21.0-slim
ENV NODE_ENV=production FRONTAGE_COMPILED=/app/compiled NODE_COMPILE_CACHE=/tmp/node-cache
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
# What the compiled site is recognised by, and what runs.
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
# Stays on the machine only as long as the container: what must last is in --state.
# Garbage of a large site is looked for sooner; see decision 074.
ENTRYPOINT ["node", "--max-semi-space-size=16", "--heap-growing-percent=15", "--initial-old-space-size=192", "cli/frontage.ts"]
CMD ["serve", "--data", "/tmp/frontage"]
