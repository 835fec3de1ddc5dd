# A club's server: docs/club.md.
FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npx vite build && node scripts/server-files.ts /image

FROM node:24.21.0-slim
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund
COPY --from=build /app/dist dist
COPY --from=build /image ./
RUN mkdir /data && chown node /data
VOLUME /data
USER node
EXPOSE 8080
HEALTHCHECK CMD ["node", "-e", "fetch('http://localhost:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "server/main.ts", "--host", "0.0.0.0"]
CMD ["--data", "/data/club.db"]
