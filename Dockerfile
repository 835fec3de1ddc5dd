# A club's server: docs/club.md.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npx vite build

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund
COPY --from=build /app/dist dist
COPY server server
COPY mocks mocks
COPY src/contract src/contract
COPY scripts/api-description scripts/api-description
RUN mkdir /data && chown node /data
USER node
EXPOSE 8080
HEALTHCHECK CMD ["node", "-e", "fetch('http://localhost:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "server/main.ts", "--host", "0.0.0.0"]
CMD ["--data", "/data/club.db"]
