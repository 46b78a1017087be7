# One stage to build, one small to run. The running process is an ordinary user; its data is in /data, and nothing else is
# written but /tmp: the root file system may be read-only.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY tools/packages ./tools/packages
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev && node tools/packages/trim.ts --production
# Pages are in build; nobody tests an image by the tests of its parts.
RUN rm -rf src/web && find src -name "*.test.ts" -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SAMPLE_CONTENT=off
# What a large picture took goes back to the system: about 350 MB less after many of them.
ENV MALLOC_MMAP_THRESHOLD_=1048576
# Threads share what they have freed, and give it back: 20 MB less.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/build ./build
COPY --from=build --chown=root:root /app/content ./content
COPY --from=build --chown=root:root /app/src ./src
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "build/main/main.js"]
