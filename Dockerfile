# The image of Lectern. What was tried of it, how to run it and how to renew the digests: docs/operations/containers.md.
FROM node:26-bookworm@sha256:35d3b83382381e0e2f1d066b98aba486a4fab481a241c7516389635b88d927c1 AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
COPY packages packages
COPY scripts/build.mjs scripts/write-sbom.ts scripts/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# What builds Studio and the server is not needed once they are built.
RUN node scripts/build.mjs && node scripts/write-sbom.ts
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --include-workspace-root --workspace=packages/server --workspace=packages/import
# What only developers read: types, sources, source maps. Licenses stay.
RUN find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name 'README.md' -o -name 'CHANGELOG.md' \) -delete
RUN rm -rf node_modules/node-linux-*/include node_modules/@img/sharp-wasm32
# Libraries of which the build has what it uses.
RUN find node_modules/@opentelemetry node_modules/@zxcvbn-ts -type f ! -name 'LICENSE*' -delete
# What Studio's libraries ask for beside themselves, npm leaves behind.
RUN rm -rf node_modules/react node_modules/react-dom node_modules/@tiptap
# What is built runs without its sources. What is no code of them stays.
RUN rm -rf packages/*/test packages/testing packages/studio/src packages/studio/node_modules packages/build packages/contract packages/import/src
RUN find packages/server/src -name '*.ts' -delete && find packages/server/src -type d -empty -delete
# The commit, which nothing here tells: `--build-arg COMMIT=$(git rev-parse HEAD)`.
ARG COMMIT
RUN if [ -n "$COMMIT" ]; then echo "$COMMIT" > packages/server/commit; fi
# Node needs this library, which the slim base has not.
RUN mkdir data libraries && cp -L /usr/lib/*-linux-gnu/libatomic.so.1 libraries/

FROM debian:bookworm-slim@sha256:88200866dfff7ea7f5cbcb6ec7c8a701889efe6fe859fe64d6990e4b07ea4171
LABEL org.opencontainers.image.title=Lectern org.opencontainers.image.description="A headless content service" org.opencontainers.image.licenses=MIT
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages packages
COPY --from=build /app/docs docs
COPY --from=build /app/package.json /app/sbom.cdx.json ./
COPY --from=build /app/libraries /usr/local/lib/
COPY --from=build --chown=10001:10001 /app/data /data
ENV LD_LIBRARY_PATH=/usr/local/lib PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin HOST=0.0.0.0 PORT=4000 LECTERN_DATA_DIR=/data MALLOC_ARENA_MAX=1
USER 10001:10001
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
# What `lectern health --alive` asks, without starting a Node for it every ten seconds.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${LECTERN_HEALTH_PORT:-$PORT} && printf 'GET /healthz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "packages/server/bin/lectern.mjs"]
CMD ["start"]
